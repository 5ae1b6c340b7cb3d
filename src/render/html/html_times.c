/* Threads over time: what each of them did in each slice. For event number e of the page, columns one behind the other:
 *
 *     threadsE   count; pid, tid, name (text) of each
 *     timesE     count of slices; how many moments each has; then of each moment: thread (from the one before in its
 *                slice), node (from the one before of its thread in the slice), samples, rest (html_profile.c)
 *
 * Moments stand by slice, thread, node, so that differences are not negative. */
#include "render/html/html_section.h"

extern const char html_times_js[];

static bool html_times_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	for (size_t p = 0; p < page->nr_profiles && !options->flames_only; p++)
		for (size_t e = 0; e < page->profiles[p].nr_events; e++)
			if (page->profiles[p].events[e].times && page->profiles[p].events[e].times->nr_moments)
				return true;
	return false;
}

static void put_threads(struct html_writer *w, const struct flame_times *times, size_t number)
{
	html_data_number(&w->data, times->nr_threads);
	for (size_t i = 0; i < times->nr_threads; i++) html_data_number(&w->data, times->threads[i].pid);
	for (size_t i = 0; i < times->nr_threads; i++) html_data_number(&w->data, times->threads[i].tid);
	for (size_t i = 0; i < times->nr_threads; i++)
		html_data_number(&w->data, html_name(&w->names, times->threads[i].comm));
	html_data_put(&w->data, "threads", number, w->out);
}

/* How many moments there are of each slice. */
static void put_slices(struct html_writer *w, const struct flame_times *times)
{
	const struct flame_moment *at = times->moments, *end = at + times->nr_moments;
	html_data_number(&w->data, times->nr_slices);
	for (uint32_t slice = 0; slice < times->nr_slices; slice++) {
		const struct flame_moment *first = at;
		while (at < end && at->slice == slice) at++;
		html_data_number(&w->data, (uint64_t)(at - first));
	}
}

static void put_moments(struct html_writer *w, const struct flame_times *times, uint64_t unit, size_t number)
{
	struct html_data *data = &w->data;
	const struct flame_moment *moments = times->moments;
	static const struct flame_moment none = { .slice = UINT32_MAX };
	put_slices(w, times);
	for (size_t i = 0; i < times->nr_moments; i++) {
		const struct flame_moment *before = i ? &moments[i - 1] : &none;
		html_data_number(data, moments[i].thread - (before->slice == moments[i].slice ? before->thread : 0));
	}
	for (size_t i = 0; i < times->nr_moments; i++) {
		const struct flame_moment *before = i ? &moments[i - 1] : &none;
		bool follows = before->slice == moments[i].slice && before->thread == moments[i].thread;
		html_data_number(data, moments[i].node - (follows ? before->node : 0));
	}
	for (size_t i = 0; i < times->nr_moments; i++) html_data_number(data, moments[i].nr_samples);
	for (size_t i = 0; i < times->nr_moments; i++)
		html_data_signed(data, (int64_t)(moments[i].own - moments[i].nr_samples * unit));
	html_data_put(data, "times", number, w->out);
}

static void html_times_put(struct html_writer *w)
{
	size_t number = 0;
	const struct flame_times *first = NULL;
	for (size_t p = 0; p < w->page->nr_profiles; p++)
		for (size_t e = 0; e < w->page->profiles[p].nr_events; e++, number++) {
			const struct page_event *event = &w->page->profiles[p].events[e];
			const struct flame *flame = event->flame;
			if (!event->times) continue;
			first = event->times;
			put_threads(w, event->times, number);
			put_moments(w, event->times, flame->nr_samples ? flame->total / flame->nr_samples : 0, number);
		}
	if (first)
		out_printf(&w->facts, "\"times\":{\"first\":\"%llu\",\"span\":%llu,\"slices\":%u},",
			   (unsigned long long)first->first_ns, (unsigned long long)(first->last_ns - first->first_ns),
			   first->nr_slices);
}

const struct html_section html_section_times = {
	.name = "times",
	.is_there = html_times_is_there,
	.put = html_times_put,
	.script = html_times_js,
};
