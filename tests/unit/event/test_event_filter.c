/* --filter: what it is attached to, and ranges of addresses. */
#include "event/spec/address_filter.h"
#include "event/spec/event_filter.h"

#include <errno.h>
#include <inttypes.h>
#include "tests/unit/test.h"

static void add(struct event_list *list, const char *name, bool is_tracepoint, unsigned nr_addr_filters)
{
	struct event_spec *spec = event_list_add(list, name);
	if (is_tracepoint) spec->tracepoint_name = xstrdup(name);
	spec->nr_addr_filters = nr_addr_filters;
}

TEST(tracepoints)
{
	struct event_list list = EVENT_LIST_INIT;
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(event_filter_add(&list, 0, "a > 1", "filter", &err), -EINVAL);
	CHECK_STR(err.message, "--filter option should follow a -e tracepoint or HW tracer option");
	add(&list, "cycles", false, 0);
	add(&list, "t1", true, 0);
	add(&list, "t2", true, 0);
	CHECK_INT(event_filter_add(&list, 0, "a > 1", "filter", &err), -EINVAL);
	CHECK(!event_list_get(&list, 1)->filter);
	CHECK_INT(event_filter_add(&list, 1, "a > 1", "filter", &err), 0);
	CHECK_INT(event_filter_add(&list, 2, "b == 2", "filter", &err), 0);
	CHECK_STR(event_list_get(&list, 1)->filter, "a > 1");
	CHECK_STR(event_list_get(&list, 2)->filter, "(a > 1) && (b == 2)");
	CHECK_INT(event_filter_exclude_pid(&list, 1, 77, "exclude-perf", &err), 0);
	CHECK_STR(event_list_get(&list, 1)->filter, "(a > 1) && (common_pid != 77)");
	CHECK_INT(event_filter_exclude_pid(&list, 0, 77, "exclude-perf", &err), -EINVAL);
	CHECK_STR(err.message, "--exclude-perf option should follow a -e tracepoint option");
	event_list_done(&list);
}

TEST(traces)
{
	struct event_list list = EVENT_LIST_INIT;
	_err_done_ struct err err = ERR_INIT;
	add(&list, "intel_pt//u", false, 2);
	CHECK_INT(event_filter_add(&list, 0, "filter 0x10/0x20@/bin/ls", "filter", &err), 0);
	CHECK_INT(event_filter_add(&list, 0, "stop main", "filter", &err), 0);
	CHECK_STR(event_list_get(&list, 0)->filter, "filter 0x10/0x20@/bin/ls,stop main");
	CHECK_INT(event_filter_add(&list, 0, "keep main", "filter", &err), -EINVAL);
	CHECK_STR(err.message, "Failed to parse address filter: 'keep main'");
	event_list_done(&list);
}

static void describe_place(const struct address_place *place, struct strbuf *out)
{
	if (place->symbol) strbuf_printf(out, "%s", place->symbol);
	else strbuf_printf(out, "%#" PRIx64, place->number);
	if (place->only_global) strbuf_str(out, "#g");
	else if (place->occurrence) strbuf_printf(out, "#%u", place->occurrence);
}

static const char *describe(const char *text)
{
	static struct strbuf out;
	static const char *const actions[] = { "filter", "start", "stop", "tracestop" };
	struct address_filters filters = ADDRESS_FILTERS_INIT;
	strbuf_clear(&out);
	if (address_filters_parse(text, &filters, NULL) < 0) strbuf_str(&out, "wrong");
	else
		for (size_t i = 0; i < filters.items.count; i++) {
			const struct address_filter *filter = &filters.items.items[i];
			strbuf_printf(&out, "%s%s ", i ? "; " : "", actions[filter->action]);
			if (filter->is_whole_file) strbuf_char(&out, '*');
			else describe_place(&filter->start, &out);
			if (filter->has_end) {
				strbuf_char(&out, '/');
				describe_place(&filter->end, &out);
			}
			if (filter->file) strbuf_printf(&out, "@%s", filter->file);
		}
	address_filters_done(&filters);
	return strbuf_text(&out);
}

TEST(address_filters)
{
	static const struct {
		const char *text, *expected;
	} rows[] = {
		{ "filter main", "filter main" },
		{ "filter 0x400/0x20", "filter 0x400/0x20" },
		{ "filter main @/bin/ls", "filter main@/bin/ls" },
		{ "filter a / b @ /bin/ls", "filter a/b@/bin/ls" },
		{ "start a #2, stop b #g", "start a#2; stop b#g" },
		{ "start a #0 stop b #G", "start a#g; stop b#g" },
		{ "filter * @/lib/x.so", "filter *@/lib/x.so" },
		{ "tracestop 100", "tracestop 0x64" },
		{ " filter  f1 , filter f2 @/x ", "filter f1; filter f2@/x" },
		{ "filter", "wrong" },
		{ "filter ", "wrong" },
		{ "filterx main", "wrong" },
		{ "filter *", "wrong" },
		{ "filter a @", "wrong" },
		{ "filter a /", "wrong" },
		{ "filter a #", "wrong" },
		{ "", "wrong" },
		{ "filter a,", "wrong" },
		{ "filter * / 3 @x", "wrong" },
		{ "filter 99999999999999999999", "wrong" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) CHECK_STR(describe(rows[i].text), rows[i].expected);
}

TEST(for_the_kernel)
{
	static const struct {
		const char *text, *expected;
	} rows[] = {
		{ "filter 0x400/0x20", "filter 0x400/0x20" },
		{ "filter 0x400/0x20 @/bin/ls", "filter 0x400/0x20@/bin/ls" },
		{ "start 16", "start 0x10" },
		{ "filter main", NULL },
		{ "filter 0x400", NULL },
		{ "stop 0x400/main", NULL },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct address_filters filters = ADDRESS_FILTERS_INIT;
		_strbuf_done_ struct strbuf out = STRBUF_INIT;
		CHECK_INT(address_filters_parse(rows[i].text, &filters, NULL), 0);
		CHECK_INT(filters.items.count, 1);
		if (filters.items.count)
			CHECK_INT(address_filter_format(&filters.items.items[0], &out), rows[i].expected != NULL);
		if (rows[i].expected) CHECK_STR(strbuf_text(&out), rows[i].expected);
		address_filters_done(&filters);
	}
}

TEST_MAIN
