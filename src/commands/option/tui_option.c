/* The terminal of this process for the interface. What the environment says of it is read here. */
#include "commands/option/tui_option.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "cli/config.h"
#include "tui/screen_terminal.h"
#include "tui/terminfo.h"

/* Where keys come from: standard input; where that is something else, the terminal of the process, which stays open
 * until it ends. -1: there is none. */
static int keys_fd(void)
{
	static int terminal = -1;
	if (isatty(STDIN_FILENO)) return STDIN_FILENO;
	if (terminal < 0) terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
	return terminal;
}

bool tui_option_is_wanted(bool use_tui, bool use_stdio, bool reads_stdin, const char *command)
{
	const char *term = getenv("TERM");
	bool configured = true;
	if (use_stdio || use_tui) return use_tui && !use_stdio;
	if (!command) return false;
	_free_ char *name = xasprintf("tui.%s", command);
	if (config_bool(config_get(), name, &configured) == 1 && !configured) return false;
	bool has_keys = isatty(STDIN_FILENO) || (reads_stdin && keys_fd() >= 0);
	return has_keys && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

/* Whether the locale's characters are UTF-8: the first variable that is set decides (setlocale(3)). */
static bool locale_is_unicode(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *value = getenv(variables[i]);
		if (value && *value) return strcasestr(value, "UTF-8") || strcasestr(value, "utf8");
	}
	return false;
}

/* screen_terminal_options.colour_of */
static const char *configured_colour(void *ctx, const char *name)
{
	const char *value = NULL;
	_free_ char *variable = xasprintf("colors.%s", name);
	(void)config_string(config_get(), variable, &value);
	return value;
}

int tui_option_check(struct err *err)
{
	const char *term = getenv("TERM");
	struct terminfo terminfo;
	if (keys_fd() < 0 || !isatty(STDOUT_FILENO)) {
		err_set(err, -ENOTTY, "The terminal interface needs a terminal as standard input and output");
		err_hint(err, "Please use --stdio; commands without it print text where --tui is left out.");
		return -ENOTTY;
	}
	return terminfo_open(term ? term : "", STDOUT_FILENO, &terminfo, err);
}

int tui_option_open(struct screen **ret, struct err *err)
{
	const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
	fflush(stdout);
	return screen_terminal_open(&(struct screen_terminal_options){ .term = term,
								       .in_fd = keys_fd(),
								       .out_fd = STDOUT_FILENO,
								       .colours = !no_colour || !*no_colour,
								       .unicode = locale_is_unicode(),
								       .mouse = true,
								       .colour_of = configured_colour },
				    ret, err);
}
