/* Types are made of the samples by instruction that annotate has anyhow; events of a group stand side by side. */
#include "commands/annotate/annotate_types.h"

#include "analysis/types/type_profile.h"
#include "commands/annotate/annotate_groups.h"
#include "render/listing/type_text.h"

bool annotate_types_wanted(const struct annotate_values *values)
{
	return values->data_type || values->type_stat || values->insn_stat;
}

static void show_events(const struct annotate_values *values, const struct annotate *annotate,
			const struct type_layouts *layouts, struct outbuf *out)
{
	const struct perf_events *events = annotate_events(annotate);
	struct type_text_options options = {
		.column = TYPE_PERCENTS,
		.name = values->data_type,
		.percent_limit = values->percent_limit,
	};
	if (values->nr_samples) options.column = TYPE_SAMPLES;
	if (values->total_period) options.column = TYPE_PERIODS;
	const char **names = xcalloc(events->count + 1, sizeof(*names));
	options.event_names = names;
	for (size_t i = 0; i < events->count; i++) names[i] = events->items[i]->name;
	for (size_t i = 0; i < events->count; i++) {
		options.first = i;
		options.count = annotate_group_size(values, events, i);
		if (options.count) type_text(layouts, &options, out);
	}
	free(names);
}

void annotate_types_show(const struct annotate_values *values, const struct annotate *annotate, unsigned threads,
			 struct outbuf *out)
{
	struct type_layouts layouts;
	type_profile_make(annotate, threads, &layouts);
	if (values->type_stat) type_text_stats(&layouts, out);
	if (values->insn_stat) type_text_insn_stats(&layouts, out);
	if (values->data_type) show_events(values, annotate, &layouts, out);
	type_layouts_done(&layouts);
}
