#include "commands/option/code_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/config.h"
#include "cli/option_set.h"
#include "commands/option/objdump_run.h"

static const char *const style_names[] = { "att", "intel", NULL };
/* Open: objdump knows others. */
const struct option_set code_option_style_set = { .what = "style", .names = style_names, .is_open = true };

enum { STRIP_MAX = 1000 };

int code_option_check_strip(const struct option *option, const char *arg, bool unset)
{
	int64_t number;
	if (unset || option_number(arg, 0, STRIP_MAX, &number) == 0) return 0;
	return option_error(option, " Error: option `%s' expects a numerical value, not `%s'", option->long_name, arg);
}

void code_option_configure(struct code_option_values *values)
{
	const struct config *config = config_get();
	(void)config_string(config, "annotate.objdump", &values->objdump);
	(void)config_string(config, "annotate.disassembler_style", &values->style);
}

/* "intel-mnemonic" and the like are objdump's, too. */
static bool is_intel(const char *style) { return style && strncmp(style, "intel", strlen("intel")) == 0; }

bool code_option_check(const struct code_option_values *values)
{
	if (values->objdump || !values->style || is_intel(values->style) || strcmp(values->style, "att") == 0)
		return true;
	fprintf(stderr, " Error: unknown disassembler style `%s'\n\nKnown are: att, intel; others with --objdump.\n",
		values->style);
	return false;
}

void code_option_apply(const struct code_option_values *values, struct annotate_listing_options *ret)
{
	ret->syntax = is_intel(values->style) ? DISASM_INTEL : DISASM_ATT;
	ret->prefix = values->prefix;
	ret->prefix_strip = values->prefix_strip ? (unsigned)strtoul(values->prefix_strip, NULL, 10) : 0;
	ret->read_insns = values->objdump ? objdump_run : NULL;
	ret->read_insns_ctx = values;
}
