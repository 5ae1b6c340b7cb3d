/* perf top --json: a document on a line of its own at each refresh, and a last one at the end (docs/json-top.md). */
#include <inttypes.h>
#include <string.h>
#include "cli/textout.h"
#include "commands/top/top_show.h"
#include "render/table/table_json.h"

static const struct table_json_style on_one_line = { .row = "", .comma = ",", .colon = ":", .end = "", .trims = true };

static void put_counts(const char *name, const struct live_profile_counts *counts, struct outbuf *out)
{
	out_printf(out,
		   "\"%s\":{\"samples\":%" PRIu64 ",\"kernel\":%" PRIu64 ",\"user\":%" PRIu64
		   ",\"guest_kernel\":%" PRIu64 ",\"guest_user\":%" PRIu64 ",\"exact\":%" PRIu64 ",\"lost\":%" PRIu64
		   ",\"dropped\":%" PRIu64 "}",
		   name, counts->nr_samples, counts->nr_kernel, counts->nr_user, counts->nr_guest_kernel,
		   counts->nr_guest_user, counts->nr_exact, counts->nr_lost, counts->nr_dropped);
}

static void put_events(struct hist_event *const *members, size_t count, struct outbuf *out)
{
	out_lit(out, "{\"events\":[");
	for (size_t i = 0; i < count; i++) {
		const struct hist_totals *totals = hist_totals(members[i]);
		out_str(out, i ? ",{\"name\":" : "{\"name\":");
		out_json_string(out, totals->event->name, strlen(totals->event->name));
		out_printf(out, ",\"samples\":%" PRIu64 ",\"period\":%" PRIu64 "}", totals->nr_samples, totals->period);
	}
	out_lit(out, "],\"rows\":");
}

struct remarks {
	struct outbuf *out;
	bool any;
};

static void put_remark(void *ctx, const char *text)
{
	struct remarks *remarks = ctx;
	if (remarks->any) out_char(remarks->out, ',');
	remarks->any = true;
	out_json_string(remarks->out, text, strlen(text));
}

static void put_document(struct top *top, bool last, struct outbuf *out)
{
	struct hist_event **members = xcalloc(top->events->count + 1, sizeof(*members));
	pthread_mutex_lock(&top->lock);
	top_refresh(top);
	out_printf(out, "{\"perf-top-json-version\":1,\"refresh\":%" PRIu64 ",\"seconds\":%.3f,\"last\":%s,",
		   top->nr_refreshes, top->seconds, last ? "true" : "false");
	put_counts("now", &top->stats.now, out);
	out_char(out, ',');
	put_counts("all", &top->stats.all, out);
	out_lit(out, ",\"remarks\":[");
	top_remarks(top, put_remark, &(struct remarks){ .out = out });
	out_lit(out, "],\"profiles\":[");
	for (size_t n = 0, count; (count = top_members(top, n, members)); n++) {
		struct table table;
		table_init(&table);
		if (n) out_char(out, ',');
		put_events(members, count, out);
		top_table(top, members, count, (size_t)top->option->entries, &table);
		table_json(&table, &on_one_line, out);
		out_char(out, '}');
		table_done(&table);
	}
	pthread_mutex_unlock(&top->lock);
	out_lit(out, "]}\n");
	free(members);
}

void *top_json(void *ctx)
{
	struct top *top = ctx;
	struct outbuf out;
	textout_stdout(&out);
	for (bool last = false; !last && !out.error;) {
		unsigned most = top->option->iterations;
		bool stop = top_wait(top);
		last = stop || (most && top->nr_refreshes + 1 >= most);
		if (last && !stop) recording_request_end(top->recording);
		put_document(top, last, &out);
		out_flush(&out);
	}
	if (out.error) recording_request_end(top->recording);
	top->code = textout_close(&out, NULL);
	return NULL;
}
