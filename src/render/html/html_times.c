/* Threads over time: what each of them did in each slice. For event number e of the page
 *
 *     threadsE   columns one behind the other: count; pid, tid, name (text) of each
 *     timesE     moments (html_moments.c), of nodes of nodesE */
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
			html_moments(&w->data, event->times->nr_slices, event->times->moments, event->times->nr_moments,
				     html_unit_of(flame));
			html_data_put(&w->data, "times", number, w->out);
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
