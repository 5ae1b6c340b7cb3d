/* Loading and pinning sample_filter.bpf.c. Pinned are the program and its two maps, below one directory of the BPF file
 * system; whoever uses them stores filters under the ids of events that are its own, and removes them at the end. */
#include "bpf/sample_filters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/vec.h"
#include "bpf/bpf_library.h"
#include "bpf/bpf_map.h"

#define PIN_DIR "/sys/fs/bpf/perf_filter"
#define PROGRAM "keep_sample"

struct sample_filters {
	struct bpf_object *object; /* NULL: the pinned one is used */
	int program, filters, dropped;
	VEC(uint64_t) ids;
};

/* What is pinned, and under which name. */
static const struct {
	const char *path;
	size_t offset;
} pins[] = {
	{ PIN_DIR "/" PROGRAM, offsetof(struct sample_filters, program) },
	{ PIN_DIR "/filters", offsetof(struct sample_filters, filters) },
	{ PIN_DIR "/dropped", offsetof(struct sample_filters, dropped) },
};

static int *pinned_fd(struct sample_filters *filters, size_t i) { return (int *)((char *)filters + pins[i].offset); }

static int load(struct sample_filters *filters, struct err *err)
{
	int r = bpf_object_open(&bpf_embedded_sample_filter, &filters->object, err);
	if (r >= 0) r = bpf_object_load(filters->object, err);
	if (r < 0) return r;
	filters->program = bpf_object_program(filters->object, PROGRAM);
	filters->filters = bpf_object_map(filters->object, "filters");
	filters->dropped = bpf_object_map(filters->object, "dropped");
	return 0;
}

static int open_pinned(struct sample_filters *filters)
{
	for (size_t i = 0; i < ARRAY_SIZE(pins); i++) {
		int fd = *pinned_fd(filters, i) = bpf_map_open_file(pins[i].path); /* BPF_OBJ_GET is for both */
		if (fd < 0) return fd;
	}
	return 0;
}

int sample_filters_new(struct sample_filters **ret, struct err *err)
{
	struct sample_filters *filters = xcalloc(1, sizeof(*filters));
	filters->program = filters->filters = filters->dropped = -1;
	int r = geteuid() == 0 ? load(filters, err) : open_pinned(filters);
	if (r < 0 && geteuid() != 0) {
		err_set_errno(err, r, "BPF filters of samples");
		err_hint(err, "Run perf as root, or once as root: perf record --setup-filter pin");
	}
	if (r < 0) {
		sample_filters_free(filters);
		return r;
	}
	*ret = filters;
	return 0;
}

void sample_filters_free(struct sample_filters *filters)
{
	if (!filters) return;
	for (size_t i = 0; i < filters->ids.count; i++) {
		(void)bpf_map_remove(filters->filters, &filters->ids.items[i]);
		(void)bpf_map_remove(filters->dropped, &filters->ids.items[i]);
	}
	vec_done(&filters->ids);
	for (size_t i = 0; !filters->object && i < ARRAY_SIZE(pins); i++) descriptor_close(pinned_fd(filters, i));
	bpf_object_close(filters->object);
	free(filters);
}

int sample_filters_set(struct sample_filters *filters, int event_fd, uint64_t id, const struct sample_filter *filter)
{
	const uint64_t none = 0;
	int r = bpf_map_store(filters->filters, &id, filter);
	if (r >= 0) r = bpf_map_store(filters->dropped, &id, &none);
	if (r < 0) return r;
	vec_push(&filters->ids, id);
	return ioctl(event_fd, PERF_EVENT_IOC_SET_BPF, filters->program) < 0 ? -errno : 0;
}

uint64_t sample_filters_dropped(const struct sample_filters *filters, uint64_t id)
{
	uint64_t count;
	return bpf_map_find(filters->dropped, &id, &count) < 0 ? 0 : count;
}

/* ---- for all users */

static void remove_pins(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(pins); i++) (void)!unlink(pins[i].path);
	(void)!rmdir(PIN_DIR);
}

static int cannot_make(int code, struct err *err)
{
	if (code == EEXIST) return err_set(err, -code, "Already pinned: " PIN_DIR);
	err_set_errno(err, -code, PIN_DIR);
	if (code == ENOENT || code == EPERM) err_hint(err, "A BPF file system has to be mounted at /sys/fs/bpf.");
	return -code;
}

/* The modes are those of upstream: any user may store filters, which are found by ids of events alone. */
int sample_filters_pin(struct err *err)
{
	struct sample_filters filters = { .program = -1 };
	int r = load(&filters, err);
	if (r >= 0 && mkdir(PIN_DIR, 0755) < 0) r = cannot_make(errno, err);
	bool is_made = r >= 0;
	for (size_t i = 0; r >= 0 && i < ARRAY_SIZE(pins); i++) {
		r = bpf_map_pin(*pinned_fd(&filters, i), pins[i].path); /* BPF_OBJ_PIN is for both */
		if (r >= 0 && chmod(pins[i].path, 0666) < 0) r = -errno;
		if (r < 0) err_set_errno(err, r, "%s", pins[i].path);
	}
	if (r < 0 && is_made) remove_pins();
	bpf_object_close(filters.object);
	return r;
}

int sample_filters_unpin(struct err *err)
{
	if (access(PIN_DIR, F_OK) < 0) return err_set_errno(err, -errno, "%s", PIN_DIR);
	remove_pins();
	if (access(PIN_DIR, F_OK) == 0) return err_set(err, -EACCES, "%s cannot be removed: run perf as root", PIN_DIR);
	return 0;
}
