/* Options of every command that reads a recording and resolves its addresses. */
#ifndef COMMANDS_SESSION_OPTION_H
#define COMMANDS_SESSION_OPTION_H

#include "cli/options.h"
#include "session/session.h"

struct session_option_values {
	const char *input, *symfs, *kallsyms, *vmlinux;
	bool force, ignore_vmlinux, demangle, demangle_kernel, modules;
};
extern struct session_option_values session_option_values;

#define SESSION_OPTIONS \
	OPTION_STRING('i', "input", &session_option_values.input, "file", "input file name"), \
	OPTION_BOOL('f', "force", &session_option_values.force, "don't complain, do it"), \
	OPTION_STRING('k', "vmlinux", &session_option_values.vmlinux, "file", "vmlinux pathname"), \
	OPTION_BOOL('m', "modules", &session_option_values.modules, "load module symbols - WARNING: use only with -k and LIVE kernel"), \
	OPTION_BOOL(0, "ignore-vmlinux", &session_option_values.ignore_vmlinux, "don't load vmlinux even if found"), \
	OPTION_STRING(0, "kallsyms", &session_option_values.kallsyms, "file", "kallsyms pathname"), \
	OPTION_BOOL(0, "demangle", &session_option_values.demangle, "Symbol demangling. Enabled by default, use --no-demangle to disable."), \
	OPTION_BOOL(0, "demangle-kernel", &session_option_values.demangle_kernel, "Enable kernel symbol demangling"), \
	OPTION_STRING(0, "symfs", &session_option_values.symfs, "directory", "Look for files with symbols relative to this directory")

/* What to read: the value of -i, else the bare file argument, else stdin when that is a pipe, else perf.data. */
const char *session_option_input(const char *input, const char *file);
/* file: a bare file argument, used when -i was not given. Neither: perf.data, or stdin when that is a pipe. */
struct session_options session_option_make(const char *file, struct warnings *warnings);
/* Warns of what the recorder lost: chunks of records (unless each is shown anyhow), and more than 5 % of the samples. */
void session_option_losses(const struct session *session, bool chunks_shown);

#endif
