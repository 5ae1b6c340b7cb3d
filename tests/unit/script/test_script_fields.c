#include <errno.h>
#include "script/script_fields.h"
#include "tests/unit/test.h"

static int parse(struct script_fields *fields, const char *text)
{
	_strbuf_done_ struct strbuf notes = STRBUF_INIT;
	return script_fields_parse(fields, text, &notes, NULL);
}

TEST(defaults)
{
	struct script_fields f;
	script_fields_init(&f);
	CHECK(f.of[SCRIPT_HARDWARE] & FIELD(IP));
	CHECK(f.of[SCRIPT_SOFTWARE] & FIELD(BPF_OUTPUT));
	CHECK(f.of[SCRIPT_TRACEPOINT] & FIELD(TRACE) && !(f.of[SCRIPT_TRACEPOINT] & (FIELD(IP) | FIELD(PERIOD))));
	CHECK(f.of[SCRIPT_RAW] & FIELD(ADDR) && f.of[SCRIPT_RAW] & FIELD(RETIRE_LAT));
}

TEST(replacing)
{
	struct script_fields f;
	script_fields_init(&f);
	CHECK_INT(parse(&f, "comm,tid,,time"), 0);
	CHECK_INT(f.of[SCRIPT_OTHER], FIELD(COMM) | FIELD(TID) | FIELD(TIME));
	CHECK_INT(parse(&f, "trace:trace"), 0);
	CHECK_INT(f.of[SCRIPT_TRACEPOINT], FIELD(TRACE));
	CHECK_INT(f.of[SCRIPT_HARDWARE], FIELD(COMM) | FIELD(TID) | FIELD(TIME));
	CHECK_INT(parse(&f, "hw:"), 0);
	CHECK_INT(f.of[SCRIPT_HARDWARE], 0);
}

/* What is said of a second -F that takes the place of the first. */
TEST(overriding)
{
	static const struct {
		const char *first, *second, *notes;
	} rows[] = {
		{ "hw:comm", "hw:tid", "Overriding previous field request for hardware events.\n" },
		{ "hw:comm", "tid", "Overriding previous field request for all events.\n" },
		{ "hw:comm", "sw:tid", "" },
		{ "hw:comm", "hw:+tid", "" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		_strbuf_done_ struct strbuf notes = STRBUF_INIT;
		struct script_fields f;
		script_fields_init(&f);
		CHECK_INT(parse(&f, rows[i].first), 0);
		CHECK_INT(script_fields_parse(&f, rows[i].second, &notes, NULL), 0);
		CHECK_STR(strbuf_text(&notes), rows[i].notes);
	}
}

TEST(editing)
{
	struct script_fields f, d;
	script_fields_init(&f);
	script_fields_init(&d);
	CHECK_INT(parse(&f, "+pid,-comm"), 0);
	CHECK_INT(f.of[SCRIPT_HARDWARE], (d.of[SCRIPT_HARDWARE] | FIELD(PID)) & ~FIELD(COMM));
	CHECK_INT(parse(&f, "sw:-period"), 0);
	CHECK(!(f.of[SCRIPT_SOFTWARE] & FIELD(PERIOD)) && f.of[SCRIPT_HARDWARE] & FIELD(PERIOD));
	script_fields_init(&f);
	CHECK_INT(parse(&f, "bpf-output"), 0); /* its name has a '-': the defaults stay */
	CHECK(f.of[SCRIPT_SOFTWARE] & FIELD(COMM));
	script_fields_init(&f);
	CHECK_INT(parse(&f, "trace:+flags"), 0); /* flags go with all kinds */
	CHECK(f.flags && !f.edited[SCRIPT_TRACEPOINT]);
}

TEST(refused)
{
	static const char *const wrong[] = { "",          "nosuch",    "foo:ip",  "sw:trace",
					     "comm,+tid", "+comm,tid", "+nosuch", "hw:ip,trace:ip" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct script_fields f;
		script_fields_init(&f);
		CHECK_INT(parse(&f, wrong[i]), -EINVAL);
	}
}

static struct perf_event event = { .name = (char *)"cycles",
				   .attr = { .type = ATTR_TYPE_HARDWARE,
					     .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME } };
static struct perf_event tracepoint = { .name = (char *)"s:t",
					.attr = { .type = ATTR_TYPE_TRACEPOINT,
						  .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_CALLCHAIN } };

TEST(what_was_recorded)
{
	struct perf_event *items[] = { &event, &tracepoint };
	struct perf_events events = { .items = items, .count = 2 };
	struct perf_header header = { 0 };
	struct script_fields f;

	script_fields_init(&f);
	CHECK_INT(script_fields_check(&f, &header, &events, true, NULL), 0);
	CHECK(!(f.of[SCRIPT_HARDWARE] & FIELD(CPU))); /* a default that is not there goes */
	CHECK(f.of[SCRIPT_TRACEPOINT] & FIELD(IP));   /* a chain wants its addresses */
	script_fields_init(&f);
	CHECK_INT(script_fields_check(&f, &header, &events, false, NULL), 0);
	CHECK(!(f.of[SCRIPT_TRACEPOINT] & FIELD(IP)));
	script_fields_init(&f);
	CHECK_INT(parse(&f, "comm,cpu"), 0);
	CHECK_INT(script_fields_check(&f, &header, &events, true, NULL), -EINVAL);
	script_fields_init(&f);
	CHECK_INT(parse(&f, "hw:comm,cpu"), 0); /* not for all kinds: goes quietly */
	CHECK_INT(script_fields_check(&f, &header, &events, true, NULL), 0);
	script_fields_init(&f);
	CHECK_INT(parse(&f, "-sym"), 0);
	CHECK_INT(script_fields_check(&f, &header, &events, true, NULL), -EINVAL);
	script_fields_init(&f);
	CHECK_INT(parse(&f, "sw:"), 0);
	CHECK_INT(script_fields_check(&f, &header, &events, true, NULL), -EINVAL);
}

TEST_MAIN
