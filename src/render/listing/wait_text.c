#include "render/listing/wait_text.h"

#include <inttypes.h>
#include "base/printable.h"
#include "render/json_member.h"

static double percent(const struct wait_result *result, uint64_t ns)
{
	return result->total_ns ? 100.0 * (double)ns / (double)result->total_ns : 0;
}

/* States in which there was any time, longest first; *at is the rank to begin with. */
static int next_state(const struct wait_result *result, unsigned *seen)
{
	int best = -1;
	for (int i = 0; i < WAIT_STATES; i++)
		if (!(*seen >> i & 1) && result->state_ns[i] &&
		    (best < 0 || result->state_ns[i] > result->state_ns[best]))
			best = i;
	if (best >= 0) *seen |= 1u << best;
	return best;
}

/* In seconds, of short recordings in milliseconds. */
static void put_time(const struct wait_result *result, uint64_t ns, unsigned width, struct outbuf *out)
{
	bool is_short = result->total_ns < 1000000000;
	out_printf(out, "%*.3f %s", (int)width, (double)ns / (is_short ? 1e6 : 1e9), is_short ? "ms" : "s");
}

static void put_sums(const struct wait_result *result, struct outbuf *out)
{
	unsigned seen = 0;
	const char *between = "";
	if (!result->total_ns) {
		out_lit(out, "No time of threads was recorded.\n");
		return;
	}
	out_printf(out, "%" PRIu64 " thread%s, ", result->nr_threads, result->nr_threads == 1 ? "" : "s");
	put_time(result, result->total_ns, 0, out);
	out_lit(out, " in all: ");
	for (int state; (state = next_state(result, &seen)) >= 0; between = ", ")
		out_printf(out, "%s%s %.1f%%", between, result->state_names[state],
			   percent(result, result->state_ns[state]));
	out_char(out, '\n');
	if (!result->has_running) out_lit(out, "No event tells what ran: only time off the CPU is here.\n");
}

static void put_row(const struct wait_result *result, const struct wait_row *row, struct outbuf *out)
{
	out_printf(out, "%6.2f%% ", percent(result, row->ns));
	put_time(result, row->ns, 9, out);
	out_printf(out, "  %-8s  ", row->state);
	out_name(out, row->comm);
	out_lit(out, ": ");
	if (!row->names[0]) out_lit(out, "(no call chain)");
	if (row->in_kernel) out_lit(out, "[kernel] ");
	for (size_t i = 0; i < WAIT_NAMES && row->names[i]; i++) {
		if (i) out_lit(out, " <- ");
		out_name(out, row->names[i]);
	}
	if (row->waker_tid) {
		out_lit(out, "; woken by ");
		out_name(out, row->waker ? row->waker : "");
		out_printf(out, ":%" PRIu32 " (%.0f%%)", row->waker_tid,
			   100.0 * (double)row->waker_ns / (double)row->ns);
	}
	out_char(out, '\n');
}

void wait_text(const struct wait_result *result, size_t nr_rows, struct outbuf *out)
{
	put_sums(result, out);
	for (size_t i = 0; i < result->nr_rows && i < nr_rows; i++) put_row(result, &result->rows[i], out);
}

static void put_json_row(const struct wait_row *row, struct outbuf *out)
{
	out_char(out, '{');
	json_member_text(out, "state", row->state, ", ");
	json_member_text(out, "comm", row->comm, ", ");
	json_member_number(out, "ns", row->ns, ", ");
	json_member_number(out, "count", row->nr, ", ");
	out_str(out, row->in_kernel ? "\"kernel\": true,\n " : "\"kernel\": false,\n ");
	out_lit(out, "\"functions\": [");
	for (size_t i = 0; i < WAIT_NAMES && row->names[i]; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_text(out, "name", row->names[i], "}");
	}
	out_lit(out, "],\n ");
	json_member_number(out, "waker-tid", row->waker_tid, ", ");
	json_member_text(out, "waker", row->waker, ", ");
	json_member_number(out, "waker-ns", row->waker_ns, "}");
}

void wait_json(const struct wait_result *result, size_t nr_rows, struct outbuf *out)
{
	unsigned seen = 0;
	const char *between = "";
	out_lit(out, "{\n\"perf-doctor-wait-json-version\": 1,\n");
	json_member_number(out, "threads", result->nr_threads, ",\n");
	json_member_number(out, "total-ns", result->total_ns, ",\n\"states\": {");
	for (int state; (state = next_state(result, &seen)) >= 0; between = ", ")
		out_printf(out, "%s\"%s\": %" PRIu64, between, result->state_names[state], result->state_ns[state]);
	out_lit(out, "},\n\"waits\": [");
	for (size_t i = 0; i < result->nr_rows && i < nr_rows; i++) {
		out_str(out, i ? ",\n" : "\n");
		put_json_row(&result->rows[i], out);
	}
	out_lit(out, "\n]\n}\n");
}
