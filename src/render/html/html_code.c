/* Source and assembly of the hottest functions:
 *
 *     listings     JSON: for each function its symbol, object, and lines [kind, text, line of file, address, target].
 * kind 0: instruction, 1: source, 2: heading, 3: lines that were left out, whose count is the text. target: the line
 * that it jumps to, or -1 placesE      what lines weigh for event number e, as columns: count; listing (from the one
 * before), line, samples, rest (html_profile.c) of each place; count of listings, whether moments are known of each
 *     momentsE     when (html_moments.c), of places; where times of the event are known
 */
#include "render/html/html_code_lines.h"
#include "render/html/html_section.h"
#include <stdlib.h>

extern const char html_code_js[];

/* Lines of all functions together, and those that even one of many may have. */
enum { ALL_LINES = 80000, LEAST_LINES = 500 };

static bool html_code_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	return !options->flames_only && page->nr_codes;
}

static void put_text(struct outbuf *out, const char *text)
{
	out_json_string(out, text, strnlen(text, HTML_NAME_MAX_BYTES));
}

static void put_line(const struct code_line *line, const uint32_t *numbers, struct outbuf *out)
{
	static const int kinds[] = { [CODE_INSN] = 0, [CODE_SOURCE] = 1, [CODE_HEADING] = 2 };
	uint32_t target = line->target_line == CODE_NO_LINE ? 0 : numbers[line->target_line];
	out_printf(out, "[%d,", kinds[line->kind]);
	put_text(out, line->text ? line->text : "");
	out_printf(out, ",%u,\"%llx\",%lld]", line->file_line, (unsigned long long)line->vaddr, (long long)target - 1);
}

static void put_listing(const struct code_listing *listing, const uint32_t *numbers, struct outbuf *out)
{
	size_t left_out = 0, count = listing->lines.count;
	const char *comma = "";
	out_lit(out, "{\"symbol\":");
	put_text(out, listing->symbol);
	out_lit(out, ",\"object\":");
	put_text(out, listing->object);
	out_lit(out, ",\"lines\":[");
	for (size_t i = 0; i < count; i++) {
		left_out += !numbers[i];
		if (!numbers[i] && i + 1 < count && !numbers[i + 1]) continue;
		out_str(out, comma);
		comma = ",\n";
		if (numbers[i]) put_line(&listing->lines.items[i], numbers, out);
		else out_printf(out, "[3,\"%zu\",0,\"0\",-1]", left_out);
		if (!numbers[i]) left_out = 0;
	}
	out_lit(out, "]}");
}

static void put_places(struct html_writer *w, const struct code_weights *weights, uint32_t *const *numbers,
		       uint64_t unit)
{
	struct html_data *data = &w->data;
	const struct code_place *places = weights->places, *end = places + weights->nr_places;
	uint32_t listing = 0;
	html_data_number(data, weights->nr_places);
	for (const struct code_place *place = places; place < end; listing = place++->listing)
		html_data_number(data, place->listing - listing);
	for (const struct code_place *place = places; place < end; place++)
		html_data_number(data, numbers[place->listing][place->line]);
	for (const struct code_place *place = places; place < end; place++) html_data_number(data, place->nr_samples);
	for (const struct code_place *place = places; place < end; place++)
		html_data_signed(data, (int64_t)(place->period - place->nr_samples * unit));
	html_data_number(data, w->page->nr_codes);
	for (size_t i = 0; i < w->page->nr_codes; i++) html_data_number(data, weights->is_timed[i]);
}

/* The numbers of each listing's lines on the page; those with samples of any event are hot. */
static uint32_t **choose_lines(const struct profile_page *page)
{
	uint32_t **numbers = xcalloc(page->nr_codes + 1, sizeof(*numbers));
	bool **hot = xcalloc(page->nr_codes + 1, sizeof(*hot));
	for (size_t i = 0; i < page->nr_codes; i++) hot[i] = xcalloc(page->codes[i].lines.count + 1, sizeof(*hot[i]));
	for (size_t p = 0; p < page->nr_profiles; p++)
		for (size_t e = 0; e < page->profiles[p].nr_events; e++) {
			const struct code_weights *weights = page->profiles[p].events[e].code;
			for (size_t i = 0; weights && i < weights->nr_places; i++)
				hot[weights->places[i].listing][weights->places[i].line] = true;
		}
	for (size_t i = 0; i < page->nr_codes; i++) {
		numbers[i] = html_code_lines(&page->codes[i], hot[i], MAX(ALL_LINES / page->nr_codes, LEAST_LINES));
		free(hot[i]);
	}
	free(hot);
	return numbers;
}

static void html_code_put(struct html_writer *w)
{
	struct outbuf *out = &w->data.bytes;
	const struct profile_page *page = w->page;
	uint32_t **numbers = choose_lines(page);
	size_t number = 0;
	out_char(out, '[');
	for (size_t i = 0; i < page->nr_codes; i++) {
		if (i) out_lit(out, ",\n");
		put_listing(&page->codes[i], numbers[i], out);
	}
	out_char(out, ']');
	html_data_put(&w->data, "listings", HTML_DATA_ALONE, w->out);
	for (size_t p = 0; p < page->nr_profiles; p++)
		for (size_t e = 0; e < page->profiles[p].nr_events; e++, number++) {
			const struct page_event *event = &page->profiles[p].events[e];
			uint64_t unit = html_unit_of(event->flame);
			if (!event->code) continue;
			put_places(w, event->code, numbers, unit);
			html_data_put(&w->data, "places", number, w->out);
			if (!event->times) continue;
			html_moments(&w->data, event->times->nr_slices, event->code->moments, event->code->nr_moments,
				     unit);
			html_data_put(&w->data, "moments", number, w->out);
		}
	for (size_t i = 0; i < page->nr_codes; i++) free(numbers[i]);
	free(numbers);
}

const struct html_section html_section_code = {
	.name = "code",
	.is_there = html_code_is_there,
	.put = html_code_put,
	.script = html_code_js,
};
