/* Weights by slice of time, thread and node, as columns of numbers one behind the other:
 *
 *     count of slices; how many moments each has; then of each moment: thread (from the one before in its slice), node
 *     (from the one before of its thread in the slice), samples, rest (html_profile.c)
 *
 * Moments stand by slice, thread, node, so that differences are not negative. */
#include "render/html/html_section.h"

/* How many moments there are of each slice. */
static void put_slices(struct html_data *data, uint32_t nr_slices, const struct flame_moment *moments, size_t count)
{
	const struct flame_moment *at = moments, *end = at + count;
	html_data_number(data, nr_slices);
	for (uint32_t slice = 0; slice < nr_slices; slice++) {
		const struct flame_moment *first = at;
		while (at < end && at->slice == slice) at++;
		html_data_number(data, (uint64_t)(at - first));
	}
}

void html_moments(struct html_data *data, uint32_t nr_slices, const struct flame_moment *moments, size_t count,
		  uint64_t unit)
{
	static const struct flame_moment none = { .slice = UINT32_MAX };
	put_slices(data, nr_slices, moments, count);
	for (size_t i = 0; i < count; i++) {
		const struct flame_moment *before = i ? &moments[i - 1] : &none;
		html_data_number(data, moments[i].thread - (before->slice == moments[i].slice ? before->thread : 0));
	}
	for (size_t i = 0; i < count; i++) {
		const struct flame_moment *before = i ? &moments[i - 1] : &none;
		bool follows = before->slice == moments[i].slice && before->thread == moments[i].thread;
		html_data_number(data, moments[i].node - (follows ? before->node : 0));
	}
	for (size_t i = 0; i < count; i++) html_data_number(data, moments[i].nr_samples);
	for (size_t i = 0; i < count; i++)
		html_data_signed(data, (int64_t)(moments[i].own - moments[i].nr_samples * unit));
}
