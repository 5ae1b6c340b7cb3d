/* What the subcommands of perf kwork share. */
#include "commands/kwork/kwork_cmd.h"

#include <string.h>
#include "analysis/pass/sample_filter.h"

static const char *const names[] = { "irq", "softirq", "workqueue", "sched", NULL };
const struct option_set kwork_cmd_class_set = { .what = "event key", .names = names, .is_list = true };

bool kwork_cmd_word(const char **at, const char **ret_word, size_t *ret_size)
{
	static const char separators[] = ", ";
	*ret_word = *at + strspn(*at, separators);
	*ret_size = strcspn(*ret_word, separators);
	*at = *ret_word + *ret_size;
	return *ret_size;
}

uint32_t kwork_cmd_classes(const char *text, uint32_t usual)
{
	uint32_t classes = 0;
	const char *word;
	size_t size;
	if (!text) return usual;
	while (kwork_cmd_word(&text, &word, &size))
		for (unsigned class = 0; class < KWORK_CLASSES; class ++) {
			const char *name = kwork_class_name(class);
			if (strlen(name) == size && memcmp(name, word, size) == 0) classes |= 1u << class;
		}
	return classes;
}

int kwork_cmd_filter(const struct kwork_cmd_values *values, const struct session *session, struct sample_filter *ret,
		     struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	*ret = (struct sample_filter){ .socket = -1, .by_cpu = values->cpus, .by_time = values->times };
	int r = values->cpus ? number_list_parse(&ret->cpus, values->cpus, err) : 0;
	if (r >= 0 && values->times)
		r = time_ranges_parse(&ret->times, values->times, totals->first_sample_ns, totals->last_sample_ns, err);
	return r;
}

static bool has_event(const struct session *session, const char *name)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (strcmp(events->items[i]->name, name) == 0) return true;
	return false;
}

void kwork_cmd_tell(struct session *session, uint32_t classes, uint64_t nr_damaged)
{
	struct warnings *warnings = session_warnings(session);
	const char *name;
	if (classes >> KWORK_SCHED & 1)
		warnings_add(warnings, "sched", "tasks have no rows here: 'perf kwork top' shows them");
	for (unsigned class = 0; class < KWORK_SCHED; class ++) {
		if (!(classes >> class & 1)) continue;
		size_t missing = 0, count = 0;
		for (; (name = kwork_events_name(class, count)); count++) missing += !has_event(session, name);
		if (missing == count)
			warnings_add(warnings, kwork_class_name(class),
				     "the recording has no events of %s: 'perf kwork -k %s record' records them",
				     kwork_class_name(class), kwork_class_name(class));
	}
	if (nr_damaged)
		warnings_add(warnings, "damaged payload", "%llu events are too short for their fields",
			     (unsigned long long)nr_damaged);
}
