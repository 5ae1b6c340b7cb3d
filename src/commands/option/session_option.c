/* Values about the recording and its symbols become options of a session; and what is said when the session ends:
 * hardware traces that are not shown, and what the recorder lost. */
#include "session/trace/trace.h"
#include "commands/option/session_option.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/printable.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/progress.h"
#include "commands/option/build_id_dir.h"
#include "commands/option/cache_option.h"
#include "kernel/machine_root.h"

const char session_option_itrace_help[] = "Instruction Tracing options";

/* --itrace[=opts], --no-itrace. The words are checked at once: a script's mistake should
 * not wait for that. */
int session_option_store_itrace(const struct option *option, const char *arg, bool unset, void *itrace)
{
	struct itrace_options *options = itrace;
	_err_done_ struct err err = ERR_INIT;

	if (itrace_options_add(arg, options, &err) < 0) return option_error(option, "%s\n%s", err.message, err.hint);
	options->none = unset;
	return 0;
}

static const char *const inline_names[] = { "all", NULL };
const struct option_set session_option_inline_set = { .what = "kind", .names = inline_names };

static const char *const addr2line_styles[] = { "libdw", "llvm", "libbfd", "addr2line", NULL };
static const char *const unwind_styles[] = { "libdw", "libunwind", NULL };
const struct option_set session_option_addr2line_styles = { .what = "style", .names = addr2line_styles };
const struct option_set session_option_unwind_styles = { .what = "style", .names = unwind_styles };

/* --inline: expands chains that were unwound; --inline=all: every chain; --no-inline: none. */
int session_option_store_inline(const struct option *option, const char *arg, bool unset, void *inlines)
{
	enum frame_inlines wanted = FRAME_INLINES_UNWOUND;

	if (arg && option_check_set(option, arg, unset) < 0) return -1;
	if (arg) wanted = FRAME_INLINES_ALL;
	*(enum frame_inlines *)inlines = unset ? FRAME_INLINES_NONE : wanted;
	return 0;
}

/* Before anything is opened: a wrong path should not cost a pass over a large recording. */
int session_values_check(const struct session_option_values *values, struct err *err)
{
	const char *const files[] = { values->vmlinux, values->kallsyms };
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		if (files[i] && access(files[i], R_OK) < 0) return err_set(err, -EINVAL, "Invalid file: %s", files[i]);
	return 0;
}

/* `perf record -o - | perf report` needs no -i -. */
static bool stdin_is_pipe(void)
{
	struct stat st;
	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

const char *session_option_input(const char *input, const char *file)
{
	if (input) return input;
	if (file) return file;
	return stdin_is_pipe() ? "-" : "perf.data";
}

/* Called by the session's passes, by one thread at a time. Each pass has its own total; a pass ends with all of it. */
static void session_option_progress(void *ctx, uint64_t done, uint64_t total)
{
	struct progress *progress = ctx;
	if (done >= total) {
		progress_finish(progress);
		progress->total = 0;
	} else if (progress->total != total) progress_start(progress, "Processing events", total);
	else progress_update(progress, done);
}

/* Paths are in the text: control characters are escaped. */
static void session_option_tell(void *ctx, const char *text)
{
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	(void)ctx;
	console_verbose(1, "%s", printable(text, &scratch));
}

/* on_search is set only for -v: describing each place that is searched for symbols costs time. */
struct session_options session_values_options(struct session_option_values *v, const char *file,
					      struct warnings *warnings)
{
	int64_t log_bytes;
	if (config_int(config_get(), "itrace.debug-log-buffer-size", 1, INT32_MAX, &log_bytes) > 0)
		v->itrace.log_buffer_bytes = (uint64_t)log_bytes;
	(void)config_string(config_get(), "auxtrace.dumpdir", &v->itrace.log_dir);
	(void)config_bool(config_get(), "intel-pt.mispred-all", &v->itrace.mispredicted);
	return (struct session_options){
		.input = session_option_input(v->input, file),
		.force = v->force,
		.itrace = v->itrace,
		.warnings = warnings,
		.guest_code = v->guests.code,
		.inlines = v->inlines,
		.on_progress = session_option_progress,
		.on_progress_ctx = &v->progress,
		.symbols = { .symfs = v->symfs,
			     .build_id_dir = build_id_dir(),
			     .kallsyms = v->kallsyms,
			     .running_root = machine_root()->root,
			     .vmlinux = v->vmlinux,
			     .guest_mount = v->guests.mount,
			     .guest_kallsyms = v->guests.kallsyms,
			     .guest_vmlinux = v->guests.vmlinux,
			     .guest_modules = v->guests.modules,
			     .ignore_vmlinux = v->ignore_vmlinux,
			     .demangle = v->demangle,
			     .demangle_kernel = v->demangle_kernel,
			     .warnings = warnings,
			     .cache = cache_option_get(),
			     .on_search = console.verbosity > 0 ? session_option_tell : NULL },
	};
}

/* Options that were given and change nothing, and what to do instead. Of a pipe it is not known yet what it holds. */
static void tell_without_effect(const struct session_option_values *v, const struct session *session)
{
	bool asks_trace = v->itrace_given && !session_is_live(session) && !session_totals(session)->trace_type;
	if (asks_trace && !session_samples_traces(session))
		console_warning("--itrace has no effect: there is no hardware trace in this recording. 'perf record -e "
				"intel_pt//' makes one, where the processor has it ('perf list').");
	if (v->addr2line)
		console_warning("--addr2line has no effect: source lines are read here, without another program.");
	if (v->addr2line_style)
		console_warning("--addr2line-style has no effect: there is one way to read source lines.");
	if (v->unwind_style) console_warning("--unwind-style has no effect: there is one way to unwind stacks.");
}

int session_values_prepare(const struct session_option_values *v, struct session *session, struct err *err)
{
	tell_without_effect(v, session);
	int r = v->itrace_defaults ? session_decode_traces(session, v->itrace_defaults, err) : 0;
	if (r >= 0) r = session_split_group_reads(session, err);
	return r >= 0 && v->stitch_lbr ? session_stitch_stacks(session, err) : r;
}

static void tell_trace_work(const struct session *session)
{
	const struct session_trace_work work = session_trace_work(session);
	if (!work.nr_pieces) return;
	if (work.nr_walked)
		console_verbose(1, "Intel PT: %zu of %zu pieces decoded, behind a walk over all of them",
				work.nr_decoded, work.nr_pieces);
	else
		console_verbose(1, "Intel PT: %zu of %zu pieces decoded, with the index in the cache", work.nr_decoded,
				work.nr_pieces);
}

void session_option_end(struct session *session)
{
	if (!session) return;
	tell_trace_work(session);
	symbol_store_keep(session_symbols(session));
}

/* Rings that were read from their newest record on are no disorder. */
static bool any_backward(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.flags & ATTR_WRITE_BACKWARD) return true;
	return false;
}

/* Three cases: pieces of their own (AUXTRACE records), pieces in samples, and a trace that was announced and is not
 * there. */
void session_option_traces(const struct session *session)
{
	const struct session_totals *t = session_totals(session);
	const char *name = auxtrace_type_name(t->trace_type), *path = perfdata_path(session_perfdata(session));
	uint64_t nr_pieces = t->nr_by_type[RECORD_AUXTRACE];
	_free_ char *kind = name ? xstrdup(name) : xasprintf("hardware (type %u)", t->trace_type);
	if (session_traces_are_decoded(session) || session_traces_are_unwanted(session)) return;
	if (session_traces_are_refused(session)) return; /* a warning of its own says why */
	if (nr_pieces && session_is_live(session))
		console_warning("%llu bytes of %s trace are not shown: of a pipe they are decoded with --itrace, which "
				"reads it to its end first.",
				(unsigned long long)t->trace_bytes, kind);
	else if (nr_pieces)
		console_warning("%llu bytes of %s trace, in %llu piece%s, are not shown: traces of this kind cannot be "
				"decoded yet.\n'perf script -D -i %s' lists the pieces.",
				(unsigned long long)t->trace_bytes, kind, (unsigned long long)nr_pieces,
				nr_pieces == 1 ? "" : "s", path);
	else if (session_samples_traces(session))
		console_warning("The pieces of %s trace in the samples are not shown: traces of this kind cannot be "
				"decoded yet.",
				kind);
	else if (t->trace_type)
		console_warning(
			"The %s trace of this recording is not in it: there is no piece of its data (AUXTRACE).", kind);
}

/* The texts are upstream's. 5 % is its limit, too: a few lost samples do not change a profile. */
struct session_losses session_option_losses_of(const struct session *session)
{
	return (struct session_losses){ *session_totals(session), any_backward(session_events(session)) };
}

void session_option_losses(const struct session *session, bool chunks_shown)
{
	struct session_losses losses = session_option_losses_of(session);
	session_option_tell_losses(&losses, chunks_shown);
}

void session_option_tell_losses(const struct session_losses *losses, bool chunks_shown)
{
	const struct session_totals *t = &losses->totals;
	uint64_t nr_samples = t->nr_by_type[RECORD_SAMPLE] + t->lost_samples;

	if (t->lost_chunks && !chunks_shown)
		console_warning("Processed %llu events and lost %llu chunks!\n\nCheck IO/CPU overload!",
				(unsigned long long)t->nr_records, (unsigned long long)t->lost_chunks);
	if (t->nr_trace_losses)
		console_warning("AUX data lost %llu times out of %llu!\n", (unsigned long long)t->nr_trace_losses,
				(unsigned long long)t->nr_by_type[RECORD_AUX]);
	if (t->nr_trace_gaps)
		console_warning("AUX data had gaps in it %llu times out of %llu!\n\nAre you running a KVM guest in the "
				"background?",
				(unsigned long long)t->nr_trace_gaps, (unsigned long long)t->nr_by_type[RECORD_AUX]);
	if (t->nr_trace_errors)
		console_warning("%llu instruction trace errors", (unsigned long long)t->nr_trace_errors);
	if (t->lost_samples && (double)t->lost_samples > 0.05 * (double)nr_samples)
		console_warning("Processed %llu samples and lost %.2f%%!", (unsigned long long)nr_samples,
				100.0 * (double)t->lost_samples / (double)nr_samples);
	if (t->nr_out_of_order && !losses->is_backward)
		console_warning("%llu out of order events recorded.", (unsigned long long)t->nr_out_of_order);
}
