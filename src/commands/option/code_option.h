/* How code is shown, of the commands that show code of functions: -M, --prefix, --prefix-strip, --objdump and
 * annotate.* of the configuration. */
#ifndef COMMANDS_OPTION_CODE_OPTION_H
#define COMMANDS_OPTION_CODE_OPTION_H

#include "analysis/annotate/annotate_listing.h"
#include "cli/options.h"

/* Texts are of the command line or of the configuration. Zeroed: as if nothing was given. */
struct code_option_values {
	const char *style, *prefix, *prefix_strip;
	const char *objdump; /* this program reads instructions; NULL: we do */
};

/* The rows, in upstream's words. T: the command's struct of values; v: its member of the type above. */
#define CODE_ROW_STYLE(T, v)                                                     \
	OPTION_TEXT('M', "disassembler-style", T, v.style, "disassembler style", \
		    "Specify disassembler style (e.g. -M intel for intel syntax)", &code_option_style_set)
#define CODE_ROW_PREFIX(T, v)                             \
	OPTION_STRING(0, "prefix", T, v.prefix, "prefix", \
		      "Add prefix to source file path names in programs (with --prefix-strip)")
#define CODE_ROW_PREFIX_STRIP(T, v)                                                                       \
	{                                                                                                 \
		OPTION_ROW(OPTION_KIND_STRING, 0, "prefix-strip",                                         \
			   "Strip first N entries of source file path name in programs (with --prefix)"), \
			.member = OPTION_MEMBER(const char *, T, v.prefix_strip), .arg_name = "N",        \
			.parse = code_option_check_strip                                                  \
	}
#define CODE_ROW_OBJDUMP(T, v) \
	OPTION_STRING(0, "objdump", T, v.objdump, "path", "objdump binary to use for disassembly and annotations")
extern const struct option_set code_option_style_set;
/* For CODE_ROW_PREFIX_STRIP. */
int code_option_check_strip(const struct option *option, const char *arg, bool unset);

/* annotate.objdump, annotate.disassembler_style; before the options, which win. */
void code_option_configure(struct code_option_values *values);
/* After the options. False: the style is one that nobody knows, which was said; it is for --objdump alone. */
bool code_option_check(const struct code_option_values *values);
/* What a listing is told; the other members of *ret stay. *ret keeps a pointer to values. */
void code_option_apply(const struct code_option_values *values, struct annotate_listing_options *ret);

#endif
