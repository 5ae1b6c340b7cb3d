#include "commands/session_option.h"
#include <sys/stat.h>
#include <unistd.h>

struct session_option_values session_option_values = { .demangle = true };

static bool stdin_is_pipe(void)
{
	struct stat st;
	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

struct session_options session_option_make(const char *file, struct warnings *warnings)
{
	const struct session_option_values *v = &session_option_values;
	const char *input = v->input ? v->input : file ? file : stdin_is_pipe() ? "-" : NULL;
	return (struct session_options){
		.input = input, .force = v->force, .warnings = warnings,
		.symbols = { .symfs = v->symfs, .kallsyms = v->kallsyms, .vmlinux = v->vmlinux, .ignore_vmlinux = v->ignore_vmlinux,
			     .demangle = v->demangle, .demangle_kernel = v->demangle_kernel, .warnings = warnings },
	};
}
