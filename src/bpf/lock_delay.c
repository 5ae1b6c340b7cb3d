/* Loading lock_delay.bpf.c and filling its maps. */
#include "bpf/lock_delay.h"

#include <errno.h>
#include "base/compiler.h"
#include "bpf/bpf_library.h"
#include "bpf/bpf_map.h"

struct lock_delay {
	struct bpf_object *object;
};

static int load(struct lock_delay *delay, bool of_cpus, struct err *err)
{
	const struct lock_delay_ask ask = { .of_cpus = of_cpus };
	int r = bpf_object_open(&bpf_embedded_lock_delay, &delay->object, err);
	if (r < 0) return r;
	r = bpf_object_data(delay->object, &ask, sizeof(ask));
	if (r < 0) return err_set_errno(err, r, "The BPF program lock_delay is not as it should be");
	return bpf_object_load(delay->object, err);
}

int lock_delay_new(const struct lock_delay_of *delays, size_t nr_delays, const int32_t *cpus, size_t nr_cpus,
		   struct lock_delay **ret, struct err *err)
{
	struct lock_delay *delay = xcalloc(1, sizeof(*delay));
	int r = load(delay, nr_cpus > 0, err);
	for (size_t i = 0; r >= 0 && i < nr_delays; i++) {
		r = bpf_map_store(bpf_object_map(delay->object, "delays"), &delays[i].lock_vaddr, &delays[i].ns);
		if (r < 0) (void)err_set_errno(err, r, "Delays of locks");
	}
	for (size_t i = 0; r >= 0 && i < nr_cpus; i++) {
		r = bpf_map_store(bpf_object_map(delay->object, "cpus"), &cpus[i], &(uint8_t){ 1 });
		if (r < 0) (void)err_set_errno(err, r, "CPUs of delays");
	}
	if (r < 0) {
		lock_delay_free(delay);
		return r;
	}
	*ret = delay;
	return 0;
}

int lock_delay_start(struct lock_delay *delay, struct err *err)
{
	return bpf_object_attach(delay->object, "on_end", err);
}

uint64_t lock_delay_count(const struct lock_delay *delay)
{
	const uint32_t zero = 0;
	uint64_t count = 0;
	(void)!bpf_map_find(bpf_object_map(delay->object, "count"), &zero, &count);
	return count;
}

void lock_delay_free(struct lock_delay *delay)
{
	if (!delay) return;
	bpf_object_close(delay->object);
	free(delay);
}
