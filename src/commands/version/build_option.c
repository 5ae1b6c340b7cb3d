/* The table of build options (build_option.def), searched and printed. */
#include "commands/version/build_option.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "bpf/bpf_library.h"
#include "event/spec/pfm.h"
#include "hwtrace/coresight/etm_decoder.h"
#include "symbol/source/debuginfod.h"

/* What rows of build_option.def name as their is_there. */
static bool built_in(void) { return true; }
static bool missing(void) { return false; }

static bool libpfm_is_available(void)
{
	struct pfm *pfm = pfm_open(NULL);

	pfm_close(pfm);
	return pfm != NULL;
}

static bool opencsd_is_available(void) { return etm_decoder_available(NULL) == 0; }

const struct build_option build_options[] = {
#define X(name_, macro_, other_macro_, is_there_, tip_) { name_, macro_, other_macro_, is_there_, tip_ },
#include "commands/version/build_option.def"
#undef X
	{ NULL, NULL, NULL, NULL, NULL }
};

static bool equals(const char *text, const char *name, unsigned long size)
{
	return text && strlen(text) == size && strncasecmp(text, name, size) == 0;
}

const struct build_option *build_option_find(const char *name, unsigned long size)
{
	for (const struct build_option *option = build_options; option->name; option++)
		if (equals(option->name, name, size) || equals(option->macro, name, size) ||
		    equals(option->other_macro, name, size))
			return option;
	return NULL;
}

void build_option_print(const struct build_option *option)
{
	bool on = option->is_there();

	printf("%22s: [ %-3s ]  # %s", option->name, on ? "on" : "OFF", option->macro);
	if (!on && option->tip) printf(" ( tip: %s )", option->tip);
	putchar('\n');
}
