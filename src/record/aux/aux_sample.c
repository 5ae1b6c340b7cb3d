#include "record/aux/aux_sample.h"

#include <errno.h>
#include <string.h>
#include "record/aux/aux_kind.h"

static size_t find_trace(const struct event_list *events)
{
	size_t i = 0;
	while (!event_list_get(events, i)->is_trace) i++;
	return i;
}

/* Whether samples of the event can carry a trace. */
static bool can_sample(const struct event_spec *spec)
{
	return !spec->is_trace && !event_spec_is_dummy(spec) && !spec->is_tracking_dummy;
}

/* Events behind the trace that are to be in its group and are alone. A trace that is no leader has none: its group is
 * led by what cannot be copied from. */
static void join_group(struct event_list *events, size_t trace, bool all)
{
	for (size_t i = trace + event_list_get(events, trace)->nr_members; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		if (spec->leader != i || spec->nr_members > 1 || !can_sample(spec)) continue;
		if (all || spec->aux_sample_size) event_list_join(events, trace, i);
	}
}

int aux_sample_prepare(struct event_list *events, const struct kernelfs *fs, uint32_t bytes,
		       struct aux_sample_psb *ret_psb, struct err *err)
{
	size_t trace = find_trace(events), count = 0;
	struct event_spec *leader = event_list_get(events, trace);
	uint32_t least = UINT32_MAX;
	if (leader->leader == trace) join_group(events, trace, bytes && leader->nr_members == 1);
	for (size_t i = 0; i < event_list_count(events); i++) {
		struct event_spec *spec = event_list_get(events, i);
		bool is_member = spec->leader == trace && can_sample(spec);
		if (is_member && !spec->aux_sample_size) spec->aux_sample_size = bytes;
		if (!spec->aux_sample_size) continue;
		if (!is_member)
			return err_set(err, -EINVAL,
				       "%s cannot sample the trace: it is not in a group that %s leads\n"
				       "Hint: -e '{%s,%s}'",
				       spec->name, leader->name, leader->name, spec->name);
		if (spec->aux_sample_size > AUX_SAMPLE_MOST_BYTES)
			return err_set(err, -EINVAL, "AUX area sample size %u too big, max. %d", spec->aux_sample_size,
				       AUX_SAMPLE_MOST_BYTES);
		least = MIN(least, spec->aux_sample_size);
		count++;
	}
	if (!count)
		return err_set(err, -EINVAL,
			       "AUX area sampling requires an AUX area event group leader plus other events to "
			       "which to add samples\n"
			       "Hint: -e '{%s,cycles:u}'",
			       leader->name);
	*ret_psb = (struct aux_sample_psb){ .sample_bytes = least };
	const struct aux_kind *kind = aux_kind_of(leader);
	if (kind && kind->sync_bytes) ret_psb->bytes = kind->sync_bytes(fs, leader);
	return 0;
}
