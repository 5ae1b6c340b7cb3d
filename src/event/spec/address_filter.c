/* Ranges of addresses: parsed by recursive descent into struct address_filter, written in the syntax of
 * PERF_EVENT_IOC_SET_FILTER (perf_event_open(2)). Whoever opens the event looks symbols up between the two.
 *
 *     filter main / foo @/bin/ls          from the symbol main to the symbol foo of that file
 *     stop 0x1000 @/bin/ls                a point: an offset in the file
 *     filter 0xffffffff81000000 / 0x20    without a file: addresses of the kernel */
#include "event/spec/address_filter.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "event/pmu/event_lexer.h"

/* By enum address_action. */
static const char *const actions[] = { "filter", "start", "stop", "tracestop" };

/* The strings of one filter. */
static void filter_done(struct address_filter *filter)
{
	free(filter->start.symbol);
	free(filter->end.symbol);
	free(filter->file);
}

void address_filters_done(struct address_filters *filters)
{
	for (size_t i = 0; i < filters->items.count; i++) filter_done(&filters->items.items[i]);
	vec_done(&filters->items);
}

/* Length of an action or symbol. */
static size_t word_size(const char *text) { return strcspn(text, " \t\n,/@#"); }

/* An action has a blank behind it. */
static bool take_action(struct event_lexer *lexer, enum address_action *ret)
{
	const char *text = lexer->text + lexer->pos;
	size_t n = word_size(text);
	for (unsigned i = 0; i < ARRAY_SIZE(actions); i++) {
		if (strlen(actions[i]) != n || strncmp(text, actions[i], n) != 0 || !isspace((unsigned char)text[n]))
			continue;
		lexer->pos += n;
		*ret = (enum address_action)i;
		return true;
	}
	return false;
}

/* "#2", "#0", "#g", "#G" */
static bool take_occurrence(struct event_lexer *lexer, struct address_place *place)
{
	uint64_t number;
	lexer_skip_blanks(lexer);
	if (!lexer_accept(lexer, '#')) return true;
	if (lexer_accept(lexer, 'g') || lexer_accept(lexer, 'G')) {
		place->only_global = true;
		return true;
	}
	if (!lexer_take_number(lexer, &number) || number > UINT32_MAX) return false;
	place->occurrence = (unsigned)number;
	place->only_global = number == 0;
	return true;
}

/* A number, or a symbol with its occurrence. */
static bool take_place(struct event_lexer *lexer, struct address_place *place)
{
	lexer_skip_blanks(lexer);
	if (lexer_peek(lexer) >= '0' && lexer_peek(lexer) <= '9') return lexer_take_number(lexer, &place->number);
	const char *text = lexer->text + lexer->pos;
	size_t n = word_size(text);
	if (!n) return false;
	place->symbol = xstrndup(text, n);
	lexer->pos += n;
	return take_occurrence(lexer, place);
}

/* One filter; false: it is none, and what was read of it is to be freed. */
static bool take_filter(struct event_lexer *lexer, struct address_filter *filter)
{
	if (!take_action(lexer, &filter->action)) return false;
	lexer_skip_blanks(lexer);
	if (lexer_accept(lexer, '*')) filter->is_whole_file = true;
	else if (!take_place(lexer, &filter->start)) return false;
	lexer_skip_blanks(lexer);
	filter->has_end = lexer_accept(lexer, '/');
	if (filter->has_end && (filter->is_whole_file || !take_place(lexer, &filter->end))) return false;
	lexer_skip_blanks(lexer);
	/* "*" without a file is refused: it would be the whole kernel */
	if (!lexer_accept(lexer, '@')) return !filter->is_whole_file;
	lexer_skip_blanks(lexer);
	const char *text = lexer->text + lexer->pos;
	size_t n = strcspn(text, " \t\n,");
	filter->file = xstrndup(text, n);
	lexer->pos += n;
	return n > 0;
}

/* Blanks and at most one comma; false at the end. */
static bool next_filter(struct event_lexer *lexer)
{
	lexer_skip_blanks(lexer);
	bool comma = lexer_accept(lexer, ',');
	lexer_skip_blanks(lexer);
	return lexer_peek(lexer) || comma;
}

int address_filters_parse(const char *text, struct address_filters *ret, struct err *err)
{
	struct event_lexer lexer = { .text = text };
	lexer_skip_blanks(&lexer);
	do {
		struct address_filter filter = { 0 };
		if (!take_filter(&lexer, &filter)) {
			filter_done(&filter);
			err_set(err, -EINVAL, "Failed to parse address filter: '%s'", text);
			err_hint(err, "Filter format is: filter|start|stop|tracestop <start symbol or address> [/ <end "
				      "symbol or size>] [@<file name>]\n"
				      "Where multiple filters are separated by space or comma.");
			return -EINVAL;
		}
		vec_push(&ret->items, filter);
	} while (next_filter(&lexer));
	return 0;
}

bool address_filter_format(const struct address_filter *filter, struct strbuf *out)
{
	/* only a range needs a size; start and stop are points */
	bool with_size = filter->action == ADDRESS_FILTER;
	if (filter->start.symbol || filter->end.symbol || (with_size && !filter->has_end)) return false;
	strbuf_printf(out, "%s %#" PRIx64, actions[filter->action], filter->start.number);
	if (filter->has_end) strbuf_printf(out, "/%#" PRIx64, filter->end.number);
	if (filter->file) strbuf_printf(out, "@%s", filter->file);
	return true;
}
