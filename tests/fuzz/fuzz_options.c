/* Command lines: words are separated by NUL. Also the configuration text and its rewriting, which share the first
 * bytes. */
#include <stdio.h>
#include "cli/configtext.h"
#include "cli/options.h"
#include "tests/fuzz/fuzz.h"

#define WORDS_MAX 200

FUZZ(data, size)
{
	bool flag = false, other = false;
	int number = 0, count = 0, status;
	uint64_t big = 0;
	const char *text = NULL, *raw = NULL;
	const struct option options[] = { OPTION_BOOL('f', "force", &flag, "force"),
					  OPTION_BOOL('i', "no-inherit", &other, "inherit"),
					  OPTION_COUNT('v', "verbose", &count, "verbose"),
					  OPTION_STRING('o', "output", &text, "file", "output"),
					  OPTION_INT(0, "max-stack", &number, "depth"),
					  OPTION_GROUP("more"),
					  OPTION_U64('c', "count", &big, "period"),
					  { .kind = OPTION_KIND_STRING,
					    .short_name = 'r',
					    .long_name = "raw",
					    .value = &raw,
					    .flags = OPTION_OPTARG,
					    .help = "raw" },
					  { .kind = OPTION_KIND_STRING,
					    .short_name = 'g',
					    .long_name = "graph",
					    .value = &raw,
					    .flags = OPTION_LASTARG,
					    .help = "graph" },
					  { .kind = OPTION_KIND_BOOL,
					    .short_name = 'a',
					    .long_name = "add",
					    .value = &flag,
					    .flags = OPTION_EXCLUSIVE,
					    .help = "add" },
					  { .kind = OPTION_KIND_BOOL,
					    .short_name = 'd',
					    .long_name = "del",
					    .value = &flag,
					    .flags = OPTION_EXCLUSIVE | OPTION_NONEG,
					    .help = "del" },
					  OPTION_END };
	static const char *const usage[] = { "fuzz", NULL };
	char *bytes = malloc(size + 2);
	const char *argv[WORDS_MAX + 2] = { "fuzz" };
	int argc = 1;
	unsigned flags = size ? data[0] & OPTIONS_STOP_AT_NON_OPTION : 0;

	memcpy(bytes, data, size);
	bytes[size] = bytes[size + 1] = '\0';
	for (size_t at = 1; at < size && argc <= WORDS_MAX; at += strlen(bytes + at) + 1) argv[argc++] = bytes + at;
	FILE *to = fopen("/dev/null", "w");
	(void)options_try(argc, argv, options, usage, flags, to, &status);
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
