/* Rows and sums of system calls: beginnings and ends that belong together, and those that do not. */
#include "analysis/trace/trace_calls.h"
#include "analysis/trace/trace_items.h"
#include "tests/unit/test.h"

enum { READ = 0, CLOSE = 3, EXIT = 60 };

/* What the rows were: "call 7 read(x) 100+50 = 12", "begun 7 read(x) 100". */
static char rows[32][160];
static unsigned nr_rows;
static struct trace_calls_options options;
static struct trace_calls *calls;

static int on_row(void *ctx, const struct trace_row *row)
{
	static const char *const kinds[] = { "call", "begun", "continued", "no-return", "fault", "event", "sample" };
	char *text = rows[nr_rows++ % ARRAY_SIZE(rows)], result[32] = "";
	if (row->result) snprintf(result, sizeof(result), " = %d", (int)row->result->value);
	snprintf(text, sizeof(rows[0]), "%s %u %s(%.*s) %d+%d%s", kinds[row->kind], row->tid, row->name,
		 (int)row->args_size, row->args ? row->args : "", row->has_time ? (int)row->time_ns : -1,
		 (int)row->duration_ns, result);
	return 0;
}

static void begin(void)
{
	nr_rows = 0;
	memset(rows, 0, sizeof(rows));
	options = (struct trace_calls_options){ .rows = true, .sums = true, .row = on_row };
	calls = trace_calls_new(&options);
}

/* Options may be set before the first item. */
static void end(void) { trace_calls_free(calls); }

static int give(uint64_t time_ns, uint32_t tid, uint8_t kind, int64_t number, int64_t result, const char *text)
{
	static const char comm[] = "prog";
	static const uint64_t args[SYSCALL_MAX_ARGS] = { 3 };
	const struct trace_piece piece = { .name = "an:event",
					   .text = text,
					   .text_size = (uint32_t)strlen(text),
					   .args = kind == SYSCALL_ENTER ? args : NULL };
	return trace_calls_add(
		calls,
		&(struct trace_item){ .time_ns = time_ns,
				      .pid = 7,
				      .tid = tid,
				      .number = number,
				      .syscall = number >= 0 ? syscall_by_number("x86_64", (uint64_t)number) : NULL,
				      .comm = comm,
				      .result = result,
				      .piece = &piece,
				      .kind = kind });
}

static void enters(uint64_t time_ns, uint32_t tid, int64_t number)
{
	CHECK_INT(give(time_ns, tid, SYSCALL_ENTER, number, 0, "x"), 0);
}

static void leaves(uint64_t time_ns, uint32_t tid, int64_t number, int64_t result)
{
	CHECK_INT(give(time_ns, tid, SYSCALL_EXIT, number, result, ""), 0);
}

TEST(a_call_has_a_duration)
{
	begin();
	enters(100, 7, READ);
	leaves(150, 7, READ, 12);
	CHECK_INT(nr_rows, 1);
	CHECK_STR(rows[0], "call 7 read(x) 100+50 = 12");
	const struct trace_summary *summary = trace_calls_summary(calls);
	CHECK_INT(summary->nr_without_begin, 0);
	CHECK_INT(summary->nr_without_end, 0);
	CHECK_INT(summary->nr_events, 2);
	end();
}

TEST(calls_of_two_threads_that_overlap)
{
	begin();
	enters(100, 7, READ);
	enters(110, 8, CLOSE); /* 7 is shown as begun before it */
	leaves(120, 8, CLOSE, 0);
	leaves(130, 7, READ, 5);
	CHECK_INT(nr_rows, 3);
	CHECK_STR(rows[0], "begun 7 read(x) 100+0");
	CHECK_STR(rows[1], "call 8 close(x) 110+10 = 0");
	CHECK_STR(rows[2], "continued 7 read() 100+30 = 5");
	end();
}

TEST(an_event_within_a_call)
{
	begin();
	enters(100, 7, READ);
	CHECK_INT(give(105, 7, SYSCALL_FAULT, -1, 0, "where"), 0); /* part of the call */
	CHECK_INT(nr_rows, 1);
	CHECK_INT(give(110, 7, SYSCALL_OTHER, -1, 0, "what"), 0); /* not */
	leaves(130, 7, READ, 5);
	CHECK_STR(rows[0], "fault 7 minfault(where) 105+0");
	CHECK_STR(rows[1], "begun 7 read(x) 100+0");
	CHECK_STR(rows[2], "event 7 an:event(what) 110+0");
	CHECK_STR(rows[3], "continued 7 read() 100+30 = 5");
	CHECK_INT(trace_calls_summary(calls)->threads[0].nr_minor_faults, 1);
	end();
}

TEST(an_end_without_a_beginning)
{
	begin();
	leaves(150, 7, READ, 12); /* it began before the recording, or that was lost */
	CHECK_STR(rows[0], "continued 7 read() -1+0 = 12");
	const struct trace_summary *summary = trace_calls_summary(calls);
	CHECK_INT(summary->nr_without_begin, 1);
	CHECK_INT(summary->nr_without_end, 0);
	end();
}

TEST(lost_halves)
{
	begin();
	enters(100, 7, READ);
	enters(200, 7, CLOSE); /* the end of read was lost */
	leaves(210, 7, CLOSE, 0);
	enters(300, 7, READ);
	leaves(310, 7, CLOSE, 0); /* the end of read and the beginning of close were lost */
	const struct trace_summary *summary = trace_calls_summary(calls);
	CHECK_INT(summary->nr_without_end, 2);
	CHECK_INT(summary->nr_without_begin, 1);
	CHECK_STR(rows[0], "begun 7 read(x) 100+0");
	CHECK_STR(rows[1], "call 7 close(x) 200+10 = 0");
	CHECK_STR(rows[2], "continued 7 close() -1+0 = 0");
	end();
}

TEST(a_call_that_a_signal_interrupts)
{
	begin();
	enters(100, 7, READ);
	leaves(150, 7, READ, -512); /* ERESTARTSYS: a handler runs now */
	enters(160, 7, 15);         /* rt_sigreturn */
	leaves(170, 7, -1, -4);     /* the kernel gives no number: the result of what was interrupted */
	CHECK_INT(nr_rows, 2);
	CHECK_STR(rows[0], "call 7 read(x) 100+50 = -512");
	CHECK_STR(rows[1], "call 7 rt_sigreturn(x) 160+10 = -4");
	leaves(180, 7, -1, 0); /* nothing to end */
	CHECK_INT(nr_rows, 2);
	const struct trace_summary *summary = trace_calls_summary(calls);
	CHECK_INT(summary->nr_without_begin, 0);
	CHECK_INT(summary->nr_without_end, 0);
	CHECK_INT(summary->threads[0].nr_events, 3); /* what ends no call is no event */
	end();
}

TEST(threads_that_end)
{
	begin();
	enters(100, 7, EXIT);
	CHECK_STR(rows[0], "no-return 7 exit(x) 100+0");
	enters(110, 8, READ); /* 7 waits for nothing: it is not shown again */
	enters(120, 7, READ); /* the number is used again */
	leaves(130, 7, READ, 1);
	CHECK_INT(nr_rows, 3);
	CHECK_STR(rows[1], "begun 8 read(x) 110+0");
	CHECK_STR(rows[2], "call 7 read(x) 120+10 = 1");
	CHECK_INT(trace_calls_summary(calls)->nr_without_end, 0);
	end();
}

TEST(threads_that_are_gone_are_forgotten)
{
	begin();
	options.sums = false;
	enters(100, 7, READ);
	enters(110, 8, READ);
	enters(120, 9, READ);
	CHECK_INT(trace_calls_nr_threads(calls), 3);
	trace_calls_gone(calls, 7);
	trace_calls_gone(calls, 7);   /* again */
	trace_calls_gone(calls, 100); /* never seen */
	CHECK_INT(trace_calls_nr_threads(calls), 2);
	leaves(130, 9, READ, 1); /* the others are still themselves */
	leaves(140, 8, READ, 2);
	CHECK_STR(rows[2], "call 9 read(x) 120+10 = 1");
	CHECK_STR(rows[3], "continued 8 read() 110+30 = 2");
	enters(145, 9, READ);
	trace_calls_gone(calls, 9); /* within a call: nothing is shown of it any more */
	enters(150, 8, READ);
	leaves(160, 8, READ, 3);
	CHECK_INT(nr_rows, 5);
	CHECK_STR(rows[4], "call 8 read(x) 150+10 = 3");
	end();
}

TEST(only_what_is_asked_for)
{
	begin();
	options.longer_than_ns = 20;
	enters(100, 7, READ);
	enters(105, 8, READ); /* nothing is shown before its end */
	leaves(120, 7, READ, 1);
	leaves(130, 8, READ, 2);
	CHECK_INT(nr_rows, 1);
	CHECK_STR(rows[0], "call 8 read(x) 105+25 = 2");
	end();
	begin();
	options.failures_only = true;
	enters(100, 7, READ);
	leaves(110, 7, READ, 0);
	enters(120, 7, READ);
	leaves(130, 7, READ, -9);
	CHECK_INT(nr_rows, 1);
	CHECK_STR(rows[0], "call 7 read(x) 120+10 = -9");
	end();
	begin();
	options.max_rows = 2;
	enters(100, 7, READ);
	leaves(110, 7, READ, 1);
	enters(120, 7, READ);
	CHECK_INT(give(130, 7, SYSCALL_EXIT, READ, 1, ""), TRACE_CALLS_ENOUGH);
	end();
}

TEST(sums_of_a_thread)
{
	begin();
	enters(100, 7, READ);
	leaves(150, 7, READ, 1);
	enters(200, 7, READ);
	leaves(230, 7, READ, -11);
	enters(300, 7, CLOSE);
	leaves(301, 7, CLOSE, -4096); /* no error: an address could be that */
	const struct trace_thread *thread = &trace_calls_summary(calls)->threads[0];
	CHECK_INT(thread->calls.rows.count, 2);
	const union table_cell *cells = thread->calls.rows.items[0].cells;
	CHECK_STR(cells[TRACE_SUM_NAME].text, "read");
	CHECK_INT(cells[TRACE_SUM_CALLS].number, 2);
	CHECK_INT(cells[TRACE_SUM_ERRORS].number, 1);
	CHECK_INT(cells[TRACE_SUM_MIN].value, 30);
	CHECK_INT(cells[TRACE_SUM_MEAN].value, 40);
	CHECK_INT(cells[TRACE_SUM_MAX].value, 50);
	CHECK_INT(cells[TRACE_SUM_ERRNOS].tally->count, 1);
	CHECK_INT(cells[TRACE_SUM_ERRNOS].tally->items[0].number, 11);
	CHECK_INT(thread->calls.rows.items[1].cells[TRACE_SUM_ERRORS].number, 0);
	end();
}

TEST(between_two_events)
{
	begin();
	options.switch_on = options.switch_off = "an:event";
	trace_calls_free(calls);
	calls = trace_calls_new(&options); /* off at first, as something switches on */
	enters(100, 7, READ);
	leaves(110, 7, READ, 1);
	CHECK_INT(nr_rows, 0);
	const struct trace_piece piece = { .name = "an:event", .text = "" };
	struct trace_item item = { .time_ns = 120, .tid = 7, .comm = "prog", .kind = SYSCALL_OTHER, .piece = &piece };
	item.switches_on = true;
	CHECK_INT(trace_calls_add(calls, &item), 0);
	enters(130, 7, READ);
	leaves(140, 7, READ, 1);
	CHECK_INT(nr_rows, 1);
	item.switches_on = false;
	item.switches_off = true;
	CHECK_INT(trace_calls_add(calls, &item), 0);
	enters(150, 7, READ);
	leaves(160, 7, READ, 1);
	CHECK_INT(nr_rows, 1);
	end();
}

TEST_MAIN
