/* Letter d of --itrace: what the decoder sees and does, as text in intel_pt.log (or on the standard output: +o), for
 * finding out why a trace cannot be decoded. All blocks are walked over in the order of the trace, by one thread:
 *
 *     queue 0 decoding cpu -1 pid 4242 tid 4242
 *       00000027:  0e                                              TNT TT (2)
 *               00401002:  e8 07 00 00 00                                  Call +7
 *     ERROR: Trace doesn't match instruction at 0x40100f
 *
 * With +e only what comes before an error is written: the last bytes (log_buffer_bytes). */
#include "session/trace/trace_pt_sampler.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LOG_BYTES_DEFAULT = 16384, EM_X86_64_NUMBER = 62, TEXT_COLUMN = 16, INSN_COLUMN = 16 };

struct pt_log {
	struct pt_trace *trace;
	const struct pt_block *block;
	struct outbuf out;   /* what is written, or waits for an error */
	size_t buffer_bytes; /* 0: everything is written */
	bool failed;
};

static bool has_flag(uint64_t flags, char letter) { return flags >> (letter - 'a') & 1; }

/* Behind each line: on to the file, or the oldest lines are forgotten. */
static void end_line(struct pt_log *log)
{
	struct outbuf *out = &log->out;
	out_char(out, '\n');
	if (!log->buffer_bytes) {
		if (out_flush_some(out) < 0) log->failed = true;
		return;
	}
	if (out->size < 4 * log->buffer_bytes) return;
	memmove(out->data, out->data + (out->size - log->buffer_bytes), log->buffer_bytes);
	out->size = log->buffer_bytes;
}

/* Bytes in hexadecimal, in a column for `columns` of them. */
static void put_bytes(struct outbuf *out, const uint8_t *bytes, unsigned count, unsigned columns)
{
	for (unsigned i = 0; i < count; i++) out_printf(out, " %02x", bytes[i]);
	for (unsigned i = count; i < columns; i++) out_lit(out, "   ");
}

static void trace_pt_log_packet(void *ctx, const struct pt_packet *packet, const uint8_t *bytes,
				const struct pt_when *when)
{
	struct pt_log *log = ctx;
	char text[PT_PACKET_TEXT_BYTES];
	pt_packet_text(packet, text, sizeof(text));
	out_printf(&log->out, "  %08llx: ", (unsigned long long)(log->block->from + when->offset));
	put_bytes(&log->out, bytes, packet->size, TEXT_COLUMN);
	out_printf(&log->out, " %s", text);
	end_line(log);
}

static const char *name_of(uint8_t flow)
{
	static const char *const names[] = {
		[INSN_FLOW_NEXT] = "Other",        [INSN_FLOW_CONDITIONAL] = "Jcc",
		[INSN_FLOW_JUMP] = "Jmp",          [INSN_FLOW_JUMP_INDIRECT] = "Jmp",
		[INSN_FLOW_CALL] = "Call",         [INSN_FLOW_CALL_INDIRECT] = "Call",
		[INSN_FLOW_RETURN] = "Ret",        [INSN_FLOW_JUMP_FAR] = "Jmp far",
		[INSN_FLOW_CALL_FAR] = "Call far", [INSN_FLOW_RETURN_FAR] = "Ret far",
		[INSN_FLOW_SYSCALL] = "Syscall",   [INSN_FLOW_SYSRET] = "Sysret",
		[INSN_FLOW_INTERRUPT] = "Int",     [INSN_FLOW_INTERRUPT_RETURN] = "Iret",
		[INSN_FLOW_VM_ENTRY] = "VMentry",
	};
	return flow < ARRAY_SIZE(names) ? names[flow] : "Other";
}

static void trace_pt_log_insns(void *ctx, uint64_t ip, const uint8_t *code, const struct pt_run *run, unsigned count,
			       const struct pt_when *when)
{
	struct pt_log *log = ctx;
	const struct insn_set set = { .machine = EM_X86_64_NUMBER, .is64 = run->bits == 64 };
	size_t at = 0, size = run->end - run->start;
	for (unsigned i = 0; i < count; i++) {
		struct insn_step step = insn_step(&set, code + at, size - at);
		if (!step.length) return;
		out_printf(&log->out, "          %08llx: ", (unsigned long long)(ip + at));
		put_bytes(&log->out, code + at, step.length, INSN_COLUMN);
		out_printf(&log->out, " %s", name_of(step.flow));
		if (step.distance) out_printf(&log->out, " %+d", step.distance);
		end_line(log);
		at += step.length;
	}
}

/* What was kept for the error; the newest whole lines. */
static void put_buffer(struct pt_log *log, int fd)
{
	struct outbuf *out = &log->out, to;
	const char *from = (const char *)out->data, *end = from + out->size;
	if (out->size > log->buffer_bytes) {
		from = memchr(end - log->buffer_bytes, '\n', log->buffer_bytes);
		from = from ? from + 1 : end;
	}
	out_init(&to, fd);
	out_lit(&to, "Dumping debug log buffer\n");
	out_mem(&to, from, (size_t)(end - from));
	out_lit(&to, "End of debug log buffer dump\n");
	if (out_flush(&to) < 0) log->failed = true;
	out_done(&to);
	out->size = 0;
}

struct pt_log_errors {
	struct pt_log log; /* the first member: the sink's ctx is cast back to this */
	int fd;
};

static void trace_pt_log_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	struct pt_log_errors *errors = ctx;
	struct pt_log *log = &errors->log;
	out_printf(&log->out, "ERROR: %s at 0x%llx", pt_error_text(error), (unsigned long long)ip);
	end_line(log);
	if (log->buffer_bytes) put_buffer(log, errors->fd);
}

/* What the decoder was told. */
static void put_configuration(struct pt_log *log)
{
	const struct pt_trace *trace = log->trace;
	const struct pt_config *config = &trace->config;
	uint64_t ticks = trace_clock_tsc(&trace->clock, trace->clock.zero_ns + 1000000000);
	out_printf(&log->out, "TSC frequency %llu\nMaximum non-turbo ratio %u\n", (unsigned long long)ticks,
		   config->max_non_turbo_ratio);
	out_printf(&log->out, "timestamp: mtc_shift %u\ntimestamp: tsc_ctc_ratio_n %u\ntimestamp: tsc_ctc_ratio_d %u",
		   config->mtc_shift, config->tsc_ctc_numerator, config->tsc_ctc_denominator);
	end_line(log);
}

static void put_queue(struct pt_log *log, const struct trace_queue *queue)
{
	out_printf(&log->out, "queue %u decoding cpu %d tid %d", queue->index, (int)queue->cpu, (int)queue->tid);
	end_line(log);
}

/* Records of the recording beside the trace: all of them (+a), or those in the times that are looked at. */
static int put_records(struct pt_log *log, struct err *err)
{
	struct perfdata *perfdata = log->trace->session->perfdata;
	const struct perf_events *events = session_events(log->trace->session);
	struct record r;
	int rc;
	perfdata_rewind(perfdata);
	while ((rc = perfdata_next(perfdata, &r)) > 0) {
		struct sample_id id = { 0 };
		if (r.type == RECORD_SAMPLE || r.type >= RECORD_USER_TYPE_START) continue;
		if (events_sample_id(events, &r, &id) < 0) continue;
		uint64_t time_ns = id.present & SAMPLE_TIME ? id.time_ns : 0;
		out_printf(&log->out, "event %u: cpu %d time %llu tsc %#llx PERF_RECORD_%s", r.type,
			   id.present & SAMPLE_CPU ? (int)id.cpu : -1, (unsigned long long)time_ns,
			   (unsigned long long)trace_clock_tsc(&log->trace->clock, time_ns), record_type_name(r.type));
		if (id.present & SAMPLE_TID) out_printf(&log->out, " pid: %d tid: %d", (int)id.pid, (int)id.tid);
		end_line(log);
	}
	return rc < 0 ? err_set_errno(err, rc, "cannot read %s", perfdata_path(perfdata)) : 0;
}

static int put_blocks(struct pt_log_errors *errors, struct err *err)
{
	struct pt_log *log = &errors->log;
	const struct pt_sink sink = {
		.ctx = errors, .packet = trace_pt_log_packet, .insns = trace_pt_log_insns, .error = trace_pt_log_error
	};
	for (size_t i = 0; i < log->trace->blocks.count && !log->failed; i++) {
		const struct pt_block *block = &log->trace->blocks.items[i];
		if (!i || block->stream->queue != block[-1].stream->queue) put_queue(log, block->stream->queue);
		log->block = block;
		int r = pt_trace_walk(log->trace, block, &sink, err);
		if (r < 0) return r;
	}
	return 0;
}

int pt_trace_log(struct pt_trace *trace, struct err *err)
{
	static const char path[] = "intel_pt.log";
	const struct itrace_options *wants = &trace->wants;
	bool to_stdout = has_flag(wants->log_with, 'o'), on_errors = has_flag(wants->log_with, 'e');
	int r = 0, fd = to_stdout ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) return err_set_errno(err, -errno, "cannot write the debug log %s", path);
	struct pt_log_errors errors = { .log = { .trace = trace }, .fd = fd };
	struct pt_log *log = &errors.log;
	if (on_errors) log->buffer_bytes = wants->log_buffer_bytes ? wants->log_buffer_bytes : LOG_BYTES_DEFAULT;
	out_init(&log->out, on_errors ? -1 : fd);
	put_configuration(log);
	if (!has_flag(wants->log_without, 'a')) r = put_records(log, err);
	if (r >= 0) r = put_blocks(&errors, err);
	if (!on_errors && out_flush(&log->out) < 0) log->failed = true;
	out_done(&log->out);
	if (!to_stdout) close(fd);
	if (r >= 0 && log->failed)
		r = err_set(err, -EIO, "cannot write the debug log %s", to_stdout ? "to the standard output" : path);
	return r;
}
