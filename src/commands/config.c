/* perf config: lists, shows and sets variables of the configuration ("section.name=value"). Reading and writing the
 * files is cli/config's; what is known of variables cli/config_known's. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <ctype.h>
#include "base/printable.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/config_known.h"
#include "cli/optionhelp.h"
#include "cli/console.h"
#include "cli/pager.h"

struct config_values {
	bool list, use_system, use_user;
};

static const char *const usage[] = { "perf config [<file-option>] [options] [section.name[=value] ...]", NULL };
static const struct option options[] = {
	OPTION_BOOL('l', "list", struct config_values, list, "show current config variables"),
	OPTION_BOOL(0, "system", struct config_values, use_system, "use system config file"),
	OPTION_BOOL(0, "user", struct config_values, use_user, "use user config file"),
	OPTION_ARGUMENTS(&config_known_set), OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* Upstream's status for whatever is wrong here. */
#define STATUS_WRONG 255

/* For warnings_visit: what is wrong in the files, a line each. */
static void print_warning(void *ctx, const char *kind, const char *text, uint64_t more)
{
	fprintf(stderr, "%s\n", text);
}

/* One line; control characters of the value are escaped. */
static void print(const struct config_variable *variable)
{
	_strbuf_done_ struct strbuf line = STRBUF_INIT, scratch = STRBUF_INIT;
	strbuf_printf(&line, "%s.%s=%s", variable->section, variable->name, variable->value);
	printf("%s\n", printable(strbuf_text(&line), &scratch));
}

/* "section.name" or "section.name=value", cut into its parts. They point into *ret_text, the caller's to free; the
 * value is NULL when there is none. Section and name become lower case, but for a subsection. -EINVAL after saying
 * what is missing. */
static int parse_variable(const char *word, struct config_variable *ret, char **ret_text)
{
	_free_ char *text = xstrdup(word);
	char *equal = strchr(text, '='), *value = NULL;

	if (equal) {
		value = equal + 1 + strspn(equal + 1, " \t");
		while (equal > text && isblank((unsigned char)equal[-1])) equal--;
		*equal = 0;
	}
	char *dot = strrchr(text, '.');
	const char *missing = NULL;
	if (!dot || dot == text) missing = "section name";
	else if (!dot[1]) missing = "variable name";
	else if (value && !value[0]) missing = "value";
	if (missing) {
		fprintf(stderr, "The config variable does not contain a %s: %s\n", missing, word);
		return -EINVAL;
	}
	*dot = 0;
	for (char *p = text; *p && *p != '.'; p++)
		/* What follows the first dot is a quoted subsection, which keeps its case. */
		*p = (char)tolower((unsigned char)*p);
	for (char *p = dot + 1; *p; p++) *p = (char)tolower((unsigned char)*p);
	*ret = (struct config_variable){ .section = text, .name = dot + 1, .value = value };
	*ret_text = take(text);
	return 0;
}

/* Prints every variable that fits: a section may differ in case only. A variable that is not set prints nothing and
 * is no failure. */
static void show(const struct config *config, const struct config_variable *wanted)
{
	for (size_t i = 0; i < config->variables.count; i++) {
		const struct config_variable *variable = &config->variables.items[i];
		if (strcasecmp(variable->section, wanted->section) == 0 && strcmp(variable->name, wanted->name) == 0)
			print(variable);
	}
}

/* Appends a change. A variable that nobody reads is written, too, with a warning: another version may read it. */
static void note_change(const struct config_variable *variable, struct config_variable *changes, size_t *count)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;

	changes[(*count)++] = *variable;
	if (config_known(variable->section, variable->name) == CONFIG_KNOWN) return;
	config_known_format(variable->section, variable->name, &text);
	console_warning("%s", strbuf_text(&text));
}

/* Shows variables without a value and sets the others. All changes are written at once, after all words were right:
 * one mistake changes nothing. Returns the exit status. */
static int get_and_set(const struct config *config, enum config_scope scope, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct config_variable *changes = xcalloc((size_t)argc, sizeof(*changes));
	char **texts = xcalloc((size_t)argc, sizeof(*texts));
	size_t count = 0;
	int status = 0;

	for (int i = 0; i < argc && !status; i++) {
		struct config_variable variable;

		if (parse_variable(argv[i], &variable, &texts[i]) < 0) status = STATUS_WRONG;
		else if (variable.value) note_change(&variable, changes, &count);
		else show(config, &variable);
	}
	if (!status && count && config_store(scope, changes, count, &err) < 0) {
		console_err(&err);
		status = STATUS_WRONG;
	}
	for (int i = 0; i < argc; i++) free(texts[i]);
	free(texts);
	free(changes);
	return status;
}

/* Without words, or with -l, all variables are listed. */
static int run(int argc, const char **argv)
{
	struct config_values values = { 0 };
	struct config config;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (values.use_system && values.use_user) {
		fprintf(stderr, "Error: only one config file at a time\n\n");
		option_table_usage_for(&table, "user");
		optionhelp_option(stderr, &options[1]);
		return STATUS_WRONG;
	}
	if (values.list && argc) {
		fprintf(stderr, "Error: takes no arguments\n\n");
		return option_table_usage_for(&table, "list");
	}
	enum config_scope scope = values.use_user ? CONFIG_USER : CONFIG_ALL;
	if (values.use_system) scope = CONFIG_SYSTEM;
	struct warnings *warnings = warnings_new();
	status = 0;
	config_init(&config);
	config_load(&config, scope, warnings);
	warnings_visit(warnings, print_warning, NULL);
	if (argc) {
		status = get_and_set(&config, scope, argc, argv);
	} else {
		pager_start();
		for (size_t i = 0; i < config.variables.count; i++) print(&config.variables.items[i]);
	}
	config_done(&config);
	warnings_free(warnings);
	return status;
}

const struct command command_config = { .name = "config",
					.summary = "Get and set variables in a configuration file.",
					.run = run };
