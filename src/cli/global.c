/* Options in front of the command's name. They are few and each is read by hand, because what follows them is not
 * theirs: the first word that is none of them is the command. */
#include "cli/global.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/suggest.h"
#include "cli/console.h"
#include "cli/debug.h"
#include "cli/options.h"
#include "cli/textout.h"

#define EXEC_PATH_DEFAULT "/usr/libexec/perf-core"
#define HTML_PATH "/usr/share/doc/perf-doc"

/* Says what is wrong and how perf is used, and exits. */
static _noreturn_ _printf_(1, 2) void wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n\n Usage: %s\n", GLOBAL_USAGE);
	exit(textout_finish(OPTION_USAGE_STATUS));
}

/* The value of "--name=value" or "--name value", whose word is taken off argv; NULL when word is another option. Ends
 * the program with `missing` where the value is. */
static const char *value_of(const char *word, const char *name, int *argc, const char ***argv, const char *missing)
{
	size_t size = strlen(name);

	if (strncmp(word, name, size) != 0 || (word[size] && word[size] != '=')) return NULL;
	if (word[size]) return word + size + 1;
	if (*argc < 2) wrong("%s", missing);
	(*argc)--;
	return *++*argv;
}

const char *global_exec_path(void)
{
	const char *path = getenv("PERF_EXEC_PATH");
	return path ? path : EXEC_PATH_DEFAULT;
}

/* For --list-opts and for suggestions. A new option gets its name here and its branch in global_parse. */
static const char *const names[] = { "help",      "version",  "exec-path",   "html-path",   "paginate",
				     "no-pager",  "no-cache", "debugfs-dir", "buildid-dir", "list-cmds",
				     "list-opts", "debug",    "debug-file",  NULL };
static _noreturn_ void unknown(const char *word)
{
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	struct suggest suggest = suggest_for(word + strspn(word, "-"));

	for (size_t i = 0; word[1] == '-' && names[i]; i++) suggest_add(&suggest, names[i]);
	suggest_format(&suggest, "--", &near);
	wrong(near.size ? "Unknown option: %s\n\n%s" : "Unknown option: %s%s", word, strbuf_text(&near));
}

static enum global_action list_options(void)
{
	for (size_t i = 0; names[i]; i++) printf("--%s ", names[i]);
	putchar('\n');
	return GLOBAL_DONE;
}

static void set_debug(const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	if (debug_parse(text, &err) < 0) wrong("%s\n%s", err.message, err.hint ? err.hint : "");
}

static void set_debug_file(const char *path)
{
	if (console_open_debug_file(path) < 0) wrong("failed to open %s", path);
}

static bool is(const char *word, const char *name) { return strcmp(word, name) == 0; }

enum global_action global_parse(int *argc, const char ***argv, enum pager_use *ret_pager)
{
	*ret_pager = PAGER_CONFIGURED;
	while (*argc > 0 && (*argv)[0][0] == '-') {
		const char *word = (*argv)[0], *value;

		if (is(word, "--help") || is(word, "-h")) {
			(*argv)[0] = "help";
			break;
		} else if (is(word, "--version") || is(word, "-v") || is(word, "-vv")) {
			/* `perf version` shows more with -vv; a single -v is another spelling of --version. */
			console.verbosity = is(word, "-vv");
			(*argv)[0] = "version";
			break;
		} else if (is(word, "--exec-path") || is(word, "--html-path")) {
			if (is(word, "--html-path")) puts(HTML_PATH);
			else puts(global_exec_path());
			return GLOBAL_DONE;
		} else if (strncmp(word, "--exec-path=", 12) == 0) {
			setenv("PERF_EXEC_PATH", word + 12, 1);
		} else if (is(word, "-p") || is(word, "--paginate")) {
			*ret_pager = PAGER_AUTO;
		} else if (is(word, "--no-pager")) {
			*ret_pager = PAGER_NEVER;
		} else if (is(word, "--no-cache")) {
			setenv("PERF_CACHE_DIR", "", 1);
		} else if (is(word, "--list-cmds")) {
			return GLOBAL_LIST_COMMANDS;
		} else if (is(word, "--list-opts")) {
			return list_options();
		} else if ((value = value_of(word, "--buildid-dir", argc, argv,
					     "No directory given for --buildid-dir."))) {
			setenv("PERF_BUILDID_DIR", value, 1);
		} else if ((value = value_of(word, "--debugfs-dir", argc, argv,
					     "No directory given for --debugfs-dir."))) {
			setenv("PERF_DEBUGFS_DIR", value, 1);
		} else if ((value = value_of(word, "--debug-file", argc, argv, "No path given for --debug-file."))) {
			set_debug_file(value);
		} else if ((value = value_of(word, "--debug", argc, argv, "No variable specified for --debug."))) {
			set_debug(value);
		} else {
			unknown(word);
		}
		(*argc)--;
		(*argv)++;
	}
	return GLOBAL_RUN_COMMAND;
}
