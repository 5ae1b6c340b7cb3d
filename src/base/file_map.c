/* Mapped files whose missing pages read as zeros.
 *
 * A page of a mapping that the file does not reach (any more), or that the device fails to read, raises SIGBUS in
 * whoever touches it. The handler looks up the address in a table of our mappings, puts anonymous zero pages there, and
 * the access is repeated and succeeds. The table has a fixed size and atomic members only, because a handler can take
 * no lock. */
#include "base/file_map.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/* PATCH_BYTES: how much one signal replaces, so that reading a file that was cut off early takes few signals. */
enum { SLOTS = 1024, PATCH_BYTES = 64 << 10, NO_SLOT = SLOTS };

/* What the handler of SIGBUS, of which a process has one, knows. */
static struct {
	/* One row for each mapping. start: 0 is a free row, 1 one that take_slot is filling in (never an address), else
	 * the mapping's first address. end: the first address behind it. */
	struct {
		_Atomic uintptr_t start, end;
		atomic_bool cut;
	} slots[SLOTS];
	struct sigaction previous;
	pthread_once_t once;
} maps = { .once = PTHREAD_ONCE_INIT };

/* Puts zero pages over the part of a mapping that `at` is in, from its page on. False when no mapping of ours is there.
 * Runs in the signal handler: mmap is a plain system call and changes no lock of libc. */
static bool patch(uintptr_t at)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	for (unsigned i = 0; i < SLOTS; i++) {
		uintptr_t start = atomic_load(&maps.slots[i].start), end = atomic_load(&maps.slots[i].end);
		if (start < page || at < start || at >= end) continue;
		uintptr_t first = at & ~(page - 1), last = MIN(first + PATCH_BYTES, (end + page - 1) & ~(page - 1));
		if (mmap((void *)first, last - first, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
		    MAP_FAILED)
			return false;
		atomic_store(&maps.slots[i].cut, true);
		return true;
	}
	return false;
}

/* si_code above 0: the kernel found a fault, rather than kill(2). What is not about our mappings goes to the handler
 * that was there before us. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
	int code = errno;
	bool patched = info->si_code > 0 && patch((uintptr_t)info->si_addr);
	errno = code;
	if (patched) return;
	if (maps.previous.sa_flags & SA_SIGINFO) {
		maps.previous.sa_sigaction(number, info, context);
	} else if (maps.previous.sa_handler != SIG_DFL && maps.previous.sa_handler != SIG_IGN) {
		maps.previous.sa_handler(number);
		/* The default action is restored; returning repeats the access, which then ends the program. A signal
		 * that was sent has no access to repeat, so it is raised again. */
	} else {
		signal(number, SIG_DFL);
		if (info->si_code <= 0) raise(number);
	}
}

static void install(void)
{
	struct sigaction action = { .sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO };
	sigemptyset(&action.sa_mask);
	(void)sigaction(SIGBUS, &action, &maps.previous);
}

/* The row is claimed with start = 1, and becomes visible to the handler with the store of its real start, when end is
 * set. */
static unsigned take_slot(uintptr_t start, uintptr_t end)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		uintptr_t none = 0;
		if (!atomic_compare_exchange_strong(&maps.slots[i].start, &none, 1)) continue;
		atomic_store(&maps.slots[i].cut, false);
		atomic_store(&maps.slots[i].end, end);
		atomic_store(&maps.slots[i].start, start);
		return i;
	}
	return NO_SLOT; /* so many files: this one goes without */
}

int file_map_open(int fd, size_t size_bytes, struct file_map *ret)
{
	void *data = mmap(NULL, size_bytes, PROT_READ, MAP_SHARED, fd, 0);
	if (data == MAP_FAILED) return -errno;
	pthread_once(&maps.once, install);
	*ret = (struct file_map){ .data = data,
				  .size_bytes = size_bytes,
				  .slot = take_slot((uintptr_t)data, (uintptr_t)data + size_bytes) };
	return 0;
}

void file_map_close(struct file_map *map)
{
	if (!map->data) return;
	if (map->slot < NO_SLOT) atomic_store(&maps.slots[map->slot].start, 0);
	munmap((void *)(uintptr_t)map->data, map->size_bytes);
	*map = (struct file_map){ .slot = NO_SLOT };
}

bool file_map_is_cut(const struct file_map *map)
{
	return map->data && map->slot < NO_SLOT && atomic_load(&maps.slots[map->slot].cut);
}
