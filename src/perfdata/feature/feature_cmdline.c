/* CMDLINE: the arguments perf was started with, as a list of strings: "# cmdline : /usr/bin/perf record -g ls ". What
 * cannot be printed in an argument is escaped. */
#include "base/printable.h"
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->cmdline = feature_get_strings(c, h, &h->nr_cmdline);
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out)
{
	feature_put_strings(out, h->cmdline, h->nr_cmdline);
}

/* Single quotes in an argument are shown escaped, so that the line can be given to a shell. */
static void print_argument(struct outbuf *out, const char *text)
{
	size_t start = out->size;
	for (const char *p = text; *p; p++) {
		if (*p == '\'') out_char(out, '\\');
		out_char(out, *p);
	}
	out_name_from(out, start);
	out_char(out, ' ');
}
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# cmdline : ");
	for (uint32_t i = 0; i < h->nr_cmdline; i++) print_argument(out, h->cmdline[i]);
	out_char(out, '\n');
}

const struct feature_desc feature_cmdline = { .decode = decode, .encode = encode, .print = print };
