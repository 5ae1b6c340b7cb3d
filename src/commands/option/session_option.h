/* Options of every command that reads a recording and resolves its addresses: the rows of their tables, the values,
 * and what is done with these around a session.
 *
 *     session_values_check -> session_values_options -> session_open -> session_values_prepare -> passes and output
 *     -> session_option_traces, session_option_losses -> session_option_end -> session_close */
#ifndef COMMANDS_OPTION_SESSION_OPTION_H
#define COMMANDS_OPTION_SESSION_OPTION_H

#include "cli/console.h"
#include "cli/option_form.h"
#include "cli/progress.h"
#include "event/spec/itrace_options.h"
#include "session/session.h"

/* What the rows below fill; starts as SESSION_OPTION_VALUES_INIT. Texts are of the command line. Borrowed by the
 * session that is opened with these values (session_values_options): it has to outlive that, in its place. */
struct session_option_values {
	/* -i: the recording; --symfs: a directory that paths of objects are relative to; --kallsyms, -k: files of
	 * the kernel's symbols. NULL: not given. */
	const char *input, *symfs, *kallsyms, *vmlinux;
	bool force, ignore_vmlinux, demangle, demangle_kernel, modules;
	/* --itrace: of hardware traces; and its letters where the command line has none. NULL: traces are not decoded
	 */
	struct itrace_options itrace;
	const char *itrace_defaults;
	bool itrace_given;
	/* Accepted for compatibility: source lines are found without another program. */
	const char *addr2line;
	const char *addr2line_style, *unwind_style; /* accepted, without effect */
	/* Which frames are expanded into inlined functions. */
	enum frame_inlines inlines;
	/* Source lines are shown with their directories. Stacks of branch records are joined where the processor's
	 * were too short. */
	bool full_source_path, stitch_lbr;
	/* Where symbols of guests are. */
	struct guest_option_values {
		/* A directory with one for each guest, named for the process that runs it; files of the guest's
		 * kernel, and its /proc/modules. NULL: not given. */
		const char *mount, *kallsyms, *vmlinux, *modules;
		/* Accepted: without effect on symbols. */
		bool code;
	} guests;
	/* The bar of the session that is opened with these values. */
	struct progress progress;
};
#define SESSION_OPTION_VALUES_INIT                                                                  \
	{                                                                                           \
		.demangle = true, .inlines = FRAME_INLINES_UNWOUND, .itrace = { .defaults = true }, \
		.itrace_defaults = "igxwpe"                                                         \
	}

/* Rows of option tables, one macro each: commands list them where upstream has them, which is the order of --list-opts
 * and of what is said of ambiguous names. T is the command's struct of values, m its member of struct
 * session_option_values. */
#define SESSION_ROW_INPUT(T, m) OPTION_STRING('i', "input", T, m.input, "file", "input file name")
#define SESSION_ROW_FORCE(T, m) OPTION_BOOL('f', "force", T, m.force, "don't complain, do it")
#define SESSION_ROW_VERBOSE OPTION_VERBOSE("be more verbose (show symbol address, etc)")
#define SESSION_ROW_VMLINUX(T, m) OPTION_STRING('k', "vmlinux", T, m.vmlinux, "file", "vmlinux pathname")
#define SESSION_ROW_IGNORE_VMLINUX(T, m) \
	OPTION_BOOL(0, "ignore-vmlinux", T, m.ignore_vmlinux, "don't load vmlinux even if found")
#define SESSION_ROW_KALLSYMS(T, m) OPTION_STRING(0, "kallsyms", T, m.kallsyms, "file", "kallsyms pathname")
#define SESSION_ROW_MODULES(T, m) \
	OPTION_BOOL('m', "modules", T, m.modules, "load module symbols - WARNING: use only with -k and LIVE kernel")
#define SESSION_ROW_SYMFS(T, m) \
	OPTION_STRING(0, "symfs", T, m.symfs, "directory", "Look for files with symbols relative to this directory")
#define SESSION_ROW_DEMANGLE(T, m, help) OPTION_BOOL(0, "demangle", T, m.demangle, help)
#define SESSION_ROW_DEMANGLE_KERNEL(T, m) \
	OPTION_BOOL(0, "demangle-kernel", T, m.demangle_kernel, "Enable kernel symbol demangling")
#define SESSION_ROW_ADDR2LINE(T, m) \
	OPTION_STRING(0, "addr2line", T, m.addr2line, "path", "addr2line binary to use for line numbers")
/* Of upstream 7.2, which has several libraries for it; here there is one way. */
#define SESSION_ROW_ADDR2LINE_STYLE(T, m)                                                             \
	OPTION_WORDS(0, "addr2line-style", T, m.addr2line_style, "addr2line style",                   \
		     "addr2line styles (libdw,llvm,libbfd,addr2line): accepted, lines are read here", \
		     &session_option_addr2line_styles)
#define SESSION_ROW_UNWIND_STYLE(T, m)                                                     \
	OPTION_WORDS(0, "unwind-style", T, m.unwind_style, "unwind style",                 \
		     "unwind styles (libdw,libunwind): accepted, stacks are unwound here", \
		     &session_option_unwind_styles)
#define SESSION_ROW_FULL_SOURCE_PATH(T, m) \
	OPTION_BOOL(0, "full-source-path", T, m.full_source_path, "Show full source file name path for source lines")
#define SESSION_ROW_INLINE(T, m)                                                                                     \
	{                                                                                                            \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "inline",                                                        \
			   "Show inline function (all: also where frame pointers were followed)"),                   \
			.arg_name = "all", .flags = OPTION_OPTARG, .store = session_option_store_inline,             \
			.set = &session_option_inline_set, .member = OPTION_MEMBER(enum frame_inlines, T, m.inlines) \
	}
/* Rows of files of guests. */
#define SESSION_ROW_GUEST_MOUNT(T, m)                                  \
	OPTION_STRING(0, "guestmount", T, m.guests.mount, "directory", \
		      "guest mount directory under which every guest os instance has a subdir")
#define SESSION_ROW_GUEST_VMLINUX(T, m) \
	OPTION_STRING(0, "guestvmlinux", T, m.guests.vmlinux, "file", "file saving guest os vmlinux")
#define SESSION_ROW_GUEST_KALLSYMS(T, m) \
	OPTION_STRING(0, "guestkallsyms", T, m.guests.kallsyms, "file", "file saving guest os /proc/kallsyms")
#define SESSION_ROW_GUEST_MODULES(T, m) \
	OPTION_STRING(0, "guestmodules", T, m.guests.modules, "file", "file saving guest os /proc/modules")
#define SESSION_ROW_STITCH_LBR(T, m) \
	OPTION_BOOL(0, "stitch-lbr", T, m.stitch_lbr, "Enable LBR callgraph stitching approach")
#define SESSION_ROW_ITRACE(T, m)                                                                          \
	{                                                                                                 \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "itrace", session_option_itrace_help),                \
			.arg_name = "opts", .flags = OPTION_OPTARG, .store = session_option_store_itrace, \
			.member = OPTION_MEMBER(struct itrace_options, T, m.itrace),                      \
			.given = OPTION_MEMBER(bool, T, m.itrace_given)                                   \
	}

#define SESSION_OPTION_MAX_STACK_HELP                                                                          \
	"Set the maximum stack depth when parsing the callchain, anything beyond the specified depth will be " \
	"ignored. "                                                                                            \
	"Default: kernel.perf_event_max_stack or 127"

extern const char session_option_itrace_help[];
extern const struct option_set session_option_inline_set, session_option_addr2line_styles, session_option_unwind_styles;
/* Callbacks of the rows above. */
int session_option_store_itrace(const struct option *option, const char *arg, bool unset, void *itrace);
int session_option_store_inline(const struct option *option, const char *arg, bool unset, void *inlines);

/* What to read: the value of -i, else the bare file argument, else "-" (stdin) when that is a pipe, else
 * "perf.data". NULL for what was not given. The result is one of both or a constant; nothing is opened. */
const char *session_option_input(const char *input, const char *file);
/* The kernel's files that were named must be there to be read; 0, or -EINVAL with err set. */
int session_values_check(const struct session_option_values *values, struct err *err) _warn_unused_;
/* The options for session_open. file: a bare file argument, used when -i was not given; NULL: none. The result
 * borrows from values and warnings, which have to live as long as the session: the bar that shows its progress is in
 * values. */
struct session_options session_values_options(struct session_option_values *values, const char *file,
					      struct warnings *warnings);
/* Behind session_open, where samples will be shown: the extra passes that the options need (session/session.h):
 * counts of groups as samples of each member, and stitched LBR stacks. 0 or -errno with err set. */
int session_values_prepare(const struct session_option_values *values, struct session *session,
			   struct err *err) _warn_unused_;
/* Behind the last output: says, for -v, how much of a trace was decoded, and keeps for the next run, in the user's
 * cache, what this one derived from object files (symbols, lines, unwinding rules). session may be NULL. It is still
 * open afterwards. */
void session_option_end(struct session *session);
/* Warns of hardware traces in the recording, which are passed over. Warnings go to stderr at once, as those of
 * session_option_losses do. */
void session_option_traces(const struct session *session);
/* Warns of what the recorder lost: chunks of records (unless each is shown anyhow), more than 5 % of the samples, and
 * the order of records. */
void session_option_losses(const struct session *session, bool chunks_shown);
/* What the session lost, to be told when it is closed already. */
struct session_losses {
	struct session_totals totals;
	bool is_backward; /* it has rings that were read from their newest record on */
};
struct session_losses session_option_losses_of(const struct session *session);
void session_option_tell_losses(const struct session_losses *losses, bool chunks_shown);

#endif
