/* perf iostat: perf stat --iostat with the ports as first word. */
#include <ctype.h>
#include <string.h>
#include "base/vec.h"
#include "cli/command.h"
#include "commands/stat/stat_run.h"

/* "0000:17,0:3a": what perf stat --iostat= takes, checked by it. */
static bool is_ports(const char *word)
{
	for (const char *at = word; *word != '-' && (at = strchr(at, ':')); at++)
		if (at > word && isxdigit((unsigned char)at[-1]) && isxdigit((unsigned char)at[1])) return true;
	return false;
}

static int run(int argc, const char **argv)
{
	VEC(const char *) words = VEC_INIT;
	const char *first = argc > 1 ? argv[1] : "";
	bool is_value = strcmp(first, "list") == 0 || is_ports(first);
	_free_ char *option = is_value ? xasprintf("--iostat=%s", first) : xstrdup("--iostat");
	vec_push(&words, "stat");
	vec_push(&words, option);
	for (int i = 1 + is_value; i < argc; i++) vec_push(&words, argv[i]);
	vec_push(&words, NULL);
	int status = stat_run((int)words.count - 1, words.items);
	vec_done(&words);
	return status;
}

const struct command command_iostat = {
	.name = "iostat",
	.summary = "Show I/O performance metrics",
	.run = run,
};
