/* Addresses of objects are looked up by map, those of the stack by the frames that were there. */
#include "frame/sample_data.h"

#include "frame/resolver_cache.h"
#include "frame/resolver_mode.h"
#include "frame/unwind/unwind.h"

/* Maps of the stack are no object's. Kernel code accesses user memory too, but its operands tell less. */
static bool find_frame(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		       struct data_place *ret)
{
	struct unwind_frame frame;
	if (sample->cpumode != CPUMODE_USER || !sample->user_regs.abi) return false;
	if (!unwinder_frame_with(resolver_unwinder(resolver), task, sample, sample->addr, &frame)) return false;
	uint64_t addr;
	const struct dso *dso = resolver_object(resolver, task, CPUMODE_USER, frame.ip, &addr);
	if (!dso) return false;
	*ret = (struct data_place){ .dso = dso,
				    .object = frame_space_object(resolver->space, dso),
				    .addr = addr,
				    .is_frame = true,
				    .frame_off = (int64_t)(sample->addr - frame.cfa) };
	return true;
}

bool sample_data_find(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		      struct data_place *ret)
{
	const struct resolver_mode mode = resolver_mode(task, (enum cpumode)sample->cpumode);
	if (!sample->addr) return false;
	return data_place_find(resolver->space, mode.space, sample->addr, ret) ||
	       find_frame(resolver, task, sample, ret);
}
