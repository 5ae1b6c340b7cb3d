/* Buffers: opening, closing, and growing. Functions are grouped by the thread that calls them (buffer.h has the
 * picture); each sets state only where that picture lets it, with release order, so that what it wrote before is seen
 * by whoever finds the new state. */
#include "record/ring/buffer.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "kernel/event_open.h"

/* By which factor a ring grows: by strain alone, or after records were lost; and how much strain it takes. */
enum { GROWTH = 4, GROWTH_AFTER_LOSS = 16, STRAIN_TO_GROW = 2 };

/* An event that never happens, of the calling thread: rings may be shared by events of one CPU, whosever they are. An
 * event whose ring is mapped cannot be directed elsewhere, so the ones that count must not be the ones that are mapped.
 */
static int open_holder(const struct buffer *buffer)
{
	/* Events that share a ring must have the same clock: the kernel refuses others. */
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = ATTR_SOFTWARE_DUMMY,
				   .sample_period = 1,
				   .sample_type = SAMPLE_TIME,
				   .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
	if (buffer->use_clockid) {
		attr.flags |= ATTR_USE_CLOCKID;
		attr.clockid = buffer->clockid;
	}
	const struct event_place place = { .pid = 0, .cpu = buffer->cpu, .group_fd = -1 };
	return event_open_exact(&attr, &place, true);
}

int buffer_open(struct buffer *buffer, size_t nr_pages, size_t max_bytes)
{
	size_t first = 0;
	buffer->holder_fd = max_bytes ? open_holder(buffer) : -1;
	if (buffer->holder_fd < 0) {
		max_bytes = 0;
		first = 1;
	}
	int owner = first ? buffer->fds.items[0] : buffer->holder_fd;
	int r = ring_open(&buffer->ring, owner, nr_pages, buffer->backward);
	for (size_t i = first; r >= 0 && i < buffer->fds.count; i++) r = event_set_output(buffer->fds.items[i], owner);
	if (r < 0) {
		ring_close(&buffer->ring);
		if (buffer->holder_fd >= 0) close(buffer->holder_fd);
		buffer->holder_fd = -1;
		return r;
	}
	buffer->max_bytes = max_bytes;
	buffer->tally.size_bytes = buffer->ring.size_bytes;
	return 0;
}

void buffer_close(struct buffer *buffer)
{
	if (buffer_state(buffer) != BUFFER_ONE) {
		atomic_store(&buffer->stop, true);
		sem_post(&buffer->drained);
		pthread_join(buffer->thread, NULL);
		sem_destroy(&buffer->drained);
	}
	int newer_fd = buffer->newer.mapped_bytes ? buffer->newer.fd : -1;
	ring_close(&buffer->newer);
	ring_close(&buffer->ring);
	ring_close(&buffer->old);
	if (newer_fd >= 0) close(newer_fd);
	if (buffer->holder_fd >= 0) close(buffer->holder_fd);
	vec_done(&buffer->fds);
	*buffer = (struct buffer){ .holder_fd = -1 };
}

/* -- the growing thread -- */

/* Maps the larger ring through a dummy event of its own. */
static bool open_newer(struct buffer *buffer)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE),
	       size = MIN(buffer->ring.size_bytes * buffer->growth, buffer->max_bytes);
	int fd = open_holder(buffer);
	if (fd < 0) return false;
	if (ring_open(&buffer->newer, fd, size / page, false) >= 0) return true;
	close(fd);
	return false;
}

/* An interrupt may be writing to the ring that its event has just left: a grace period of the kernel later it is not.
 */
static void wait_for_writers(void)
{
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0) == 0) return;
	nanosleep(&(struct timespec){ .tv_nsec = 200000000 }, NULL);
}

static void set_state(struct buffer *buffer, enum buffer_state state)
{
	atomic_store_explicit(&buffer->state, state, memory_order_release);
}

/* The growing thread. Ends early when the buffer is closed meanwhile. */
static void *grow(void *arg)
{
	struct buffer *buffer = arg;
	if (!open_newer(buffer)) { /* not permitted, or no memory: it stays as it is */
		buffer->max_bytes = 0;
		set_state(buffer, BUFFER_GROWN);
		return NULL;
	}
	set_state(buffer, BUFFER_BOTH);
	for (size_t i = 0; i < buffer->fds.count; i++) {
		if (atomic_load(&buffer->stop)) return NULL;
		if (event_set_output(buffer->fds.items[i], buffer->newer.fd) < 0)
			return NULL; /* both it will be, to the end */
	}
	wait_for_writers();
	set_state(buffer, BUFFER_QUIET);
	while (sem_wait(&buffer->drained) < 0 && errno == EINTR) continue;
	if (buffer_state(buffer) != BUFFER_CLOSING) return NULL;
	int fd = buffer->old.fd;
	ring_close(&buffer->old);
	close(fd);
	set_state(buffer, BUFFER_GROWN);
	return NULL;
}

/* -- the draining thread -- */

/* A round that found the ring more than 5/8 full is one point of strain, more than 3/4 full is two. */
unsigned buffer_strain(struct buffer *buffer, size_t taken_bytes)
{
	/* half full is when the kernel wakes us */
	buffer->strain += (taken_bytes > buffer->ring.size_bytes / 8 * 5) +
			  (taken_bytes > buffer->ring.size_bytes / 4 * 3);
	bool lost = buffer->tally.nr_lost_records != buffer->lost_records_seen;
	buffer->lost_records_seen = buffer->tally.nr_lost_records;
	if (lost) return GROWTH_AFTER_LOSS;
	return buffer->strain >= STRAIN_TO_GROW ? GROWTH : 0;
}

void buffer_judge(struct buffer *buffer, size_t taken_bytes)
{
	enum buffer_state state = buffer_state(buffer);
	if (state == BUFFER_GROWN) {
		pthread_join(buffer->thread, NULL);
		sem_destroy(&buffer->drained);
		buffer->strain = 0;
		buffer->lost_records_seen = buffer->tally.nr_lost_records;
		set_state(buffer, BUFFER_ONE);
		return;
	}
	if (state != BUFFER_ONE || buffer->ring.size_bytes >= buffer->max_bytes) return;
	buffer->growth = buffer_strain(buffer, taken_bytes);
	if (!buffer->growth) return;
	sigset_t all, before;
	sem_init(&buffer->drained, 0, 0);
	set_state(buffer, BUFFER_OPENING);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool started = pthread_create(&buffer->thread, NULL, grow, buffer) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (started) return;
	buffer->max_bytes = 0;
	sem_destroy(&buffer->drained);
	set_state(buffer, BUFFER_ONE);
}

void buffer_leave_old(struct buffer *buffer)
{
	buffer->old = buffer->ring;
	buffer->ring = buffer->newer;
	buffer->newer = (struct ring){ .fd = -1 };
	buffer->holder_fd = buffer->ring.fd;
	buffer->tally.size_bytes = buffer->ring.size_bytes;
	buffer->tally.nr_grown++;
	set_state(buffer, BUFFER_CLOSING);
	sem_post(&buffer->drained);
}
