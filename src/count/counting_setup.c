/* From events as asked for to attrs that count, and which events are left to BPF programs. Asks nobody but the
 * options; the rules are upstream's. */
#include "count/counting.h"
#include <string.h>
#include "event/attr/name.h"

/* A command's events begin with its exec, unless somebody enables them later. */
static bool starts_with_exec(const struct counting_options *options)
{
	const struct target_options *target = &options->target;
	bool own = !target->pids && !target->tids && !target->uid && !target->cpus && !target->all_cpus &&
		   !target->all_threads;
	return options->workload && own && options->delay_ms == 0;
}

/* One event. Leaders are disabled at first and take their members with them when they are enabled. */
static void configure(const struct counting_options *options, const struct event_list *events, uint32_t i)
{
	struct event_spec *spec = event_list_get(events, i);
	struct event_attr *attr = &spec->attr;
	struct event_spec *leader = event_list_get(events, spec->leader);
	if ((leader->tool || leader->bpf_counter) && leader != spec) { /* there is nothing to be grouped with */
		spec->leader = i;
		leader->nr_members = 1;
		spec->nr_members = 1;
		leader = spec;
	}
	/* Not sampled; but files of counts are then read as any other, by id. */
	attr->sample_type = SAMPLE_IDENTIFIER;
	attr->read_format = READ_TOTAL_TIME_ENABLED | READ_TOTAL_TIME_RUNNING;
	if (options->record_ids) attr->read_format |= READ_ID;
	if (leader->nr_members > 1) attr->read_format |= READ_ID | READ_GROUP;
	if (spec->has_inherit ? spec->inherit : !options->no_inherit) attr->flags |= ATTR_INHERIT;
	if (leader == spec) {
		attr->flags |= ATTR_DISABLED;
		if (starts_with_exec(options) && !spec->is_uncore) attr->flags |= ATTR_ENABLE_ON_EXEC;
	}
	if (options->all_user) attr->flags = (attr->flags & ~ATTR_EXCLUDE_USER) | ATTR_EXCLUDE_KERNEL;
	if (options->all_kernel) attr->flags = (attr->flags & ~ATTR_EXCLUDE_KERNEL) | ATTR_EXCLUDE_USER;
	if (options->machines)
		event_spec_set_machines(spec, strstr(options->machines, "host"), strstr(options->machines, "guest"));
	if (spec->is_default && !spec->metric_id &&
	    (options->all_user || options->all_kernel || options->machines)) { /* nobody gave it a name */
		free(spec->name);
		spec->name = event_name_of(attr);
	}
}

/* Whether name is one of a list separated by commas. */
static bool is_listed(const char *list, const char *name)
{
	size_t size = strlen(name);
	for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == size && memcmp(at, name, size) == 0) return true;
	return false;
}

/* Which events BPF programs count; a group with one of them is counted so as a whole. */
static void choose_bpf(const struct counting_options *options, const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++) {
		struct event_spec *spec = event_list_get(events, i);
		spec->bpf_counter |= options->bpf_counters || options->nr_bpf_programs ||
				     is_listed(options->bpf_events, spec->name);
		if (spec->tool || spec->is_uncore) spec->bpf_counter = false;
		struct event_spec *leader = event_list_get(events, spec->leader);
		if (spec->bpf_counter && !leader->tool) leader->bpf_counter = true;
	}
	for (size_t i = 0; i < event_list_count(events); i++) {
		struct event_spec *spec = event_list_get(events, i);
		/* Members follow their leader, which the first loop has decided about. */
		spec->bpf_counter |= event_list_get(events, spec->leader)->bpf_counter && !spec->tool &&
				     !spec->is_uncore;
	}
}

void counting_configure(const struct counting_options *options, struct event_list *events)
{
	choose_bpf(options, events);
	for (size_t i = 0; i < event_list_count(events); i++) configure(options, events, (uint32_t)i);
}
