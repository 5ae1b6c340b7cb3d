/* Command lines: words are separated by NUL. Also the configuration text and its rewriting, which share the first
 * bytes. */
#include <stdio.h>
#include "cli/configtext.h"
#include "cli/options.h"
#include "tests/fuzz/fuzz.h"

#define WORDS_MAX 200

struct fuzz_values {
	bool flag, other;
	int number, count;
	uint64_t big;
	const char *text, *raw;
};

static const struct option rows[] = {
	OPTION_BOOL('f', "force", struct fuzz_values, flag, "force"),
	OPTION_BOOL('i', "no-inherit", struct fuzz_values, other, "inherit"),
	OPTION_COUNT('v', "verbose", struct fuzz_values, count, "verbose"),
	OPTION_STRING('o', "output", struct fuzz_values, text, "file", "output"),
	OPTION_INT(0, "max-stack", struct fuzz_values, number, "depth"),
	OPTION_GROUP("more"),
	OPTION_U64('c', "count", struct fuzz_values, big, "period"),
	{ OPTION_ROW(OPTION_KIND_STRING, 'r', "raw", "raw"),
	  .member = OPTION_MEMBER(const char *, struct fuzz_values, raw), .flags = OPTION_OPTARG },
	{ OPTION_ROW(OPTION_KIND_STRING, 'g', "graph", "graph"),
	  .member = OPTION_MEMBER(const char *, struct fuzz_values, raw), .flags = OPTION_LASTARG },
	{ OPTION_ROW(OPTION_KIND_BOOL, 'a', "add", "add"), .member = OPTION_MEMBER(bool, struct fuzz_values, flag),
	  .flags = OPTION_EXCLUSIVE },
	{ OPTION_ROW(OPTION_KIND_BOOL, 'd', "del", "del"), .member = OPTION_MEMBER(bool, struct fuzz_values, flag),
	  .flags = OPTION_EXCLUSIVE | OPTION_NONEG },
	OPTION_END
};
static const char *const usage[] = { "fuzz", NULL };

FUZZ(data, size)
{
	struct fuzz_values values = { 0 };
	int status;
	char *bytes = malloc(size + 2);
	const char *argv[WORDS_MAX + 2] = { "fuzz" };
	int argc = 1;
	const struct option_table table = { .rows = rows,
					    .usage = usage,
					    .flags = size ? data[0] & OPTIONS_STOP_AT_NON_OPTION : 0 };

	memcpy(bytes, data, size);
	bytes[size] = bytes[size + 1] = '\0';
	for (size_t at = 1; at < size && argc <= WORDS_MAX; at += strlen(bytes + at) + 1) argv[argc++] = bytes + at;
	FILE *to = fopen("/dev/null", "w");
	bool left = option_table_try(&table, &argc, argv, &values, to, &status);
	if (left && argc < 0) abort();
	fclose(to);
	free(bytes);

	char *changed = NULL;
	if (configtext_set((const char *)data, size, "report", "children", "a # \"b", &changed) == 0) {
		struct configtext reader;
		enum configtext_kind kind;
		bool found = false;

		configtext_init(&reader, changed, strlen(changed));
		while ((kind = configtext_next(&reader)) != CONFIGTEXT_END)
			if (kind == CONFIGTEXT_VARIABLE && strcmp(strbuf_text(&reader.section), "report") == 0 &&
			    strcmp(strbuf_text(&reader.name), "children") == 0)
				found = strcmp(strbuf_text(&reader.value), "a # \"b") == 0;
		configtext_done(&reader);
		if (!found && !memchr(data, '\0', size)) abort();
		free(changed);
	}
}
