/* perf help: the list of commands, or the man page of one: the page beside this program, when there is one, before
 * the system's. The program is replaced by the viewer: man, or PERF_MAN_VIEWER, or man.viewer of the configuration. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/config.h"
#include "cli/global.h"
#include "cli/textout.h"
#include "commands/commands.h"

enum { FORMAT_MAN, FORMAT_INFO, FORMAT_WEB };
/* format: FORMAT_MAN and the like. */
struct help_values {
	int format;
	bool all;
};

static const char *const usage[] = { "perf help [--all] [--man|--web|--info] [command]", NULL };
static void visit_commands(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; commands[i]; i++) add(ctx, commands[i]->name);
}

/* Open: other pages may be asked for, too, as "perf-stat". */
static const struct option_set topic_set = { .what = "command", .visit = visit_commands, .is_open = true };
static const struct option options[] = {
	OPTION_BOOL('a', "all", struct help_values, all, "print all available commands"),
	OPTION_SET('m', "man", struct help_values, format, FORMAT_MAN, "show man page"),
	OPTION_SET('w', "web", struct help_values, format, FORMAT_WEB, "show manual in web browser"),
	OPTION_SET('i', "info", struct help_values, format, FORMAT_INFO, "show info page"),
	OPTION_ARGUMENTS(&topic_set),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* --all: also commands without a summary. */
static int print_all(void)
{
	printf("\n Usage: %s\n\navailable perf commands\n-----------------------\n", GLOBAL_USAGE);
	for (size_t i = 0; commands[i]; i++) printf("  %s\n", commands[i]->name);
	printf("\n See 'perf help COMMAND' for more information on a specific command.\n\n");
	return 0;
}

/* The page that came with this program, installed (../share/man) or still in its build directory, also compressed;
 * the caller frees it. NULL: it is elsewhere, and man has to know. */
static char *find_page(const char *page)
{
	static const char *const places[] = { "../share/man/man1", "../../man" };
	char program[PATH_MAX];
	ssize_t size = readlink("/proc/self/exe", program, sizeof(program) - 1);

	if (size <= 0) return NULL;
	program[size] = 0;
	*strrchr(program, '/') = 0;
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		static const char *const endings[] = { "", ".gz" };

		for (size_t j = 0; j < ARRAY_SIZE(endings); j++) {
			char *path = xasprintf("%s/%s/%s.1%s", program, places[i], page, endings[j]);
			if (access(path, R_OK) == 0) return path;
			free(path);
		}
	}
	return NULL;
}

/* Replaces this process by the viewer: the return value is that of a viewer that could not be run. A topic that
 * begins with "perf" is the page itself, "perf-list" as well as "perf". */
static int open_man(const char *topic)
{
	_free_ char *page = strncmp(topic, "perf", 4) == 0 ? xstrdup(topic) : xasprintf("perf-%s", topic);
	_free_ char *path = strchr(page, '/') ? NULL : find_page(page);
	const char *viewer = getenv("PERF_MAN_VIEWER");

	if (!viewer) viewer = config_find(config_get(), "man.viewer");
	if (!viewer) viewer = "man";
	textout_flush();
	if (path && strcmp(viewer, "man") == 0) execlp("man", "man", "-l", "--", path, (char *)NULL);
	else execlp(viewer, viewer, page, (char *)NULL);
	fprintf(stderr, "failed to run '%s': %s. 'perf %s -h' lists the options.\n", viewer, strerror(errno), topic);
	return 1;
}

/* --info and --web are accepted and answered with the man page. */
static int run(int argc, const char **argv)
{
	struct help_values values = { .format = FORMAT_MAN };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (values.all) return print_all();
	if (argc) {
		if (values.format != FORMAT_MAN)
			fprintf(stderr, "There is no %s page; this is the man page.\n",
				values.format == FORMAT_INFO ? "info" : "web");
		return open_man(argv[0]);
	}
	commands_print();
	return 0;
}

const struct command command_help = { .name = "help", .run = run };
