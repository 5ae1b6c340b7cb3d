/* The help, made from a table: a column of names, a column of texts, and which rows somebody asked for. Rows are
 * sorted within their group: with a letter before those without, then by letter, then by name, as upstream shows
 * them. */
#include "cli/optionhelp.h"

#include <ctype.h>
#include <string.h>

#define HELP_COLUMN 26
/* Longer names put the help on a line of its own. */
#define NAMES_MAX (HELP_COLUMN - 2)

void optionhelp_usage(FILE *to, const char *const usage[])
{
	for (size_t i = 0; usage[i]; i++) fprintf(to, i ? "    or: %s\n" : " Usage: %s\n", usage[i]);
	fputc('\n', to);
}

/* What stands between < and >; NULL: the option takes something that has no name. */
static const char *arg_name_default(const struct option *option)
{
	if (option->arg_name) return option->arg_name;
	switch (option->kind) {
	case OPTION_KIND_INT:
	case OPTION_KIND_UINT:
	case OPTION_KIND_LONG:
	case OPTION_KIND_U64: return "n";
	default: return NULL;
	}
}

static bool takes_argument(const struct option *option)
{
	switch (option->kind) {
	case OPTION_KIND_BOOL:
	case OPTION_KIND_COUNT:
	case OPTION_KIND_SET: return false;
	default: return !(option->flags & OPTION_NOARG);
	}
}

/* " <n>", or "[=<n>]" ("[<n>]" without a long name) where it may be left out. Returns the columns that it took. */
static int print_argument(FILE *to, const struct option *option)
{
	const char *name = arg_name_default(option);
	bool optional = option->flags & OPTION_OPTARG;
	const char *before = " ", *after = optional ? "]" : "";

	if (optional) before = option->long_name ? "[=" : "[";

	return name ? fprintf(to, "%s<%s>%s", before, name, after) : fprintf(to, "%s...%s", before, after);
}

/* The row's help, or the text that its make_help made into scratch. Never NULL; lasts as long as scratch. */
static const char *help_of(const struct option *option, struct strbuf *scratch)
{
	if (option->make_help) {
		option->make_help(scratch);
		return strbuf_text(scratch);
	}
	return option->help ? option->help : "";
}

/* "    -o, --output <file>   help"; the help starts a line of its own where names are too long. */
void optionhelp_option(FILE *to, const struct option *option)
{
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;

	if (option->kind == OPTION_KIND_GROUP) {
		fprintf(to, "\n    %s\n", option->help);
		return;
	}
	int width = option->short_name ? fprintf(to, "    -%c", option->short_name) : fprintf(to, "    ");
	if (option->short_name && option->long_name) width += fprintf(to, ", ");
	else if (option->long_name) width += fprintf(to, "    ");
	if (option->long_name) width += fprintf(to, "--%s", option->long_name);
	if (takes_argument(option)) width += print_argument(to, option);
	if (width > NAMES_MAX) {
		fputc('\n', to);
		width = 0;
	}
	fprintf(to, "%*s%s\n", HELP_COLUMN - width, "", help_of(option, &scratch));
}

static bool shown(const struct option *option) { return !(option->flags & OPTION_HIDDEN); }

/* For qsort. Rows that are equal otherwise keep their order in the table, which their addresses tell. */
static int order(const void *a, const void *b)
{
	const struct option *x = *(const struct option *const *)a, *y = *(const struct option *const *)b;
	int by_letter;

	if (!x->short_name != !y->short_name) return x->short_name ? -1 : 1;
	by_letter = tolower((unsigned char)x->short_name) - tolower((unsigned char)y->short_name);
	if (by_letter) return by_letter;
	int by_name = strcmp(x->long_name ? x->long_name : "", y->long_name ? y->long_name : "");
	return by_name ? by_name : (x > y) - (x < y);
}

/* Prints the options up to the next group or the end, sorted; returns how many rows of the table were passed. wanted
 * says which; NULL: all that are not hidden. */
static size_t print_section(FILE *to, const struct option *options,
			    bool (*wanted)(const struct option *, int, const char *const *), int argc,
			    const char *const *argv)
{
	/* Of one group; no table has so many. */
	const struct option *rows[512] = { NULL };
	size_t count = 0, taken = 0;

	for (; options[taken].kind != OPTION_KIND_END && options[taken].kind != OPTION_KIND_GROUP; taken++)
		if (shown(&options[taken]) && count < ARRAY_SIZE(rows) &&
		    (!wanted || wanted(&options[taken], argc, argv)))
			rows[count++] = &options[taken];
	qsort(rows, count, sizeof(rows[0]), order);
	for (size_t i = 0; i < count; i++) optionhelp_option(to, rows[i]);
	return taken;
}

void optionhelp_all(FILE *to, const struct option *options)
{
	while (options->kind != OPTION_KIND_END)
		if (options->kind == OPTION_KIND_GROUP) optionhelp_option(to, options++);
		else options += print_section(to, options, NULL, 0, NULL);
}

static bool help_has(const struct option *option, const char *word)
{
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;

	return strcasestr(help_of(option, &scratch), word);
}

/* The rule of optionhelp_matching for one row. */
static bool named(const struct option *option, int argc, const char *const *argv)
{
	for (int i = 0; i < argc; i++) {
		const char *word = argv[i];

		if (word[0] == '-' && word[1] == '-') {
			if (word[2] && option->long_name && strcmp(word + 2, option->long_name) == 0) return true;
		} else if (word[0] == '-' || !word[1]) {
			char letter = word[0] == '-' ? word[1] : word[0];
			if (letter && letter == option->short_name) return true;
		} else if ((option->long_name && strstr(option->long_name, word)) || help_has(option, word)) {
			return true;
		}
	}
	return false;
}

void optionhelp_matching(FILE *to, const struct option *options, int argc, const char *const *argv)
{
	while (options->kind != OPTION_KIND_END)
		if (options->kind == OPTION_KIND_GROUP) options++;
		else options += print_section(to, options, named, argc, argv);
}
