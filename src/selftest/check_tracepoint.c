/* Formats of this kernel's tracepoints are understood, and payloads read by them hold what happened. Needs tracefs,
 * which is mostly root's.
 *
 * A failure means that the kernel's format files have changed in a way that perf sched or perf trace would stumble
 * over. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "event/format/tracepoint.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"
#include "selftest/self_sampling.h"

/* The formats of one tracepoint; the blob must outlive them. NULL when tracefs cannot be read. */
static struct tracepoints *formats_of(const char *system, const char *name, struct strbuf *blob)
{
	_free_ char *tracefs = machine_tracefs();
	struct tracefs_event event = { system, name };

	if (!tracefs || tracefs_tracing_data(machine_root(), tracefs, &event, 1, blob, NULL) < 0) return NULL;
	return tracepoints_new(blob->text, blob->size, NULL);
}

/* A field that perf's own analyses read must be there, of the size and signedness that they expect. */
static void has_field(struct selftest_run *run, const struct tracepoint *tp, const char *name, uint32_t size,
		      bool is_signed)
{
	const struct tracepoint_field *field = tracepoint_field(tp, name);

	if (!field) {
		selftest_fail(run, __FILE__, __LINE__, "%s has no field %s", tp->name, name);
		return;
	}
	if (field->size != size || !(field->flags & TRACEPOINT_SIGNED) == is_signed)
		selftest_fail(run, __FILE__, __LINE__, "%s.%s: %u bytes, flags %#x", tp->name, name, field->size,
			      field->flags);
}

/* What perf sched reads of sched_switch. */
static void sched_fields(struct selftest_run *run)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	uint64_t id = self_sampling_tracepoint_id("sched", "sched_switch");

	if (!id) SELFTEST_SKIP(run, "no tracepoints to be seen");
	struct tracepoints *formats = formats_of("sched", "sched_switch", &blob);
	const struct tracepoint *tp = tracepoints_find(formats, id);
	SELFTEST_REQUIRE(run, tp);
	has_field(run, tp, "prev_comm", 16, false);
	has_field(run, tp, "prev_pid", 4, true);
	has_field(run, tp, "prev_prio", 4, true);
	has_field(run, tp, "prev_state", sizeof(long), true);
	has_field(run, tp, "next_pid", 4, true);
	/* NULL: the print format was not understood */
	SELFTEST_CHECK(run, tp->program);
	tracepoints_free(formats);
}

/* text: the payload as perf script prints it, cut. */
struct opened {
	const struct tracepoint *tp;
	unsigned with_flags;
	char text[256];
};

/* A visitor: of all files opened meanwhile, the one with our flags. */
static void look(void *ctx, const struct sample *sample)
{
	struct opened *opened = ctx;
	const struct tracepoint_field *flags = tracepoint_field(opened->tp, "flags");
	struct outbuf out;

	if (!flags || tracepoint_number(opened->tp, flags, sample->raw, sample->raw_size) != (O_RDONLY | O_DIRECTORY))
		return;
	opened->with_flags++;
	out_init(&out, -1);
	tracepoint_print(opened->tp, sample->raw, sample->raw_size, NULL, &out);
	memcpy(opened->text, out.data, MIN(out.size, sizeof(opened->text) - 1));
	out_done(&out);
}

/* One openat(2) with known flags is one sample, whose payload has these flags, by number and as text. */
static void openat_payload(struct selftest_run *run)
{
	_strbuf_done_ struct strbuf blob = STRBUF_INIT;
	uint64_t id = self_sampling_tracepoint_id("syscalls", "sys_enter_openat");
	struct event_attr attr = self_sampling_attr(ATTR_TYPE_TRACEPOINT, id, 1);
	struct opened opened = { 0 };
	struct self_sampling live;

	if (!id) SELFTEST_SKIP(run, "no tracepoints to be seen");
	struct tracepoints *formats = formats_of("syscalls", "sys_enter_openat", &blob);
	opened.tp = tracepoints_find(formats, id);
	SELFTEST_REQUIRE(run, opened.tp);
	attr.flags &= ~ATTR_EXCLUDE_KERNEL;
	attr.sample_type |= SAMPLE_RAW;
	if (self_sampling_open(&live, &attr, 0, 16, run)) {
		event_enable(live.fd);
		int fd = openat(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY);
		event_disable(live.fd);
		close(fd);
		SELFTEST_EQUAL(run, self_sampling_visit(&live, look, &opened), 1);
		SELFTEST_EQUAL(run, opened.with_flags, 1);
		SELFTEST_CHECK(run, strstr(opened.text, "flags: 0x00010000"));
		self_sampling_close(&live);
	}
	tracepoints_free(formats);
}

static const struct selftest_case cases[] = { { "Parse sched tracepoints fields", sched_fields },
					      { "syscalls:sys_enter_openat event fields", openat_payload },
					      { NULL, NULL } };
const struct selftest selftest_check_tracepoint = { .name = "Tracepoint formats and payloads", .cases = cases };
