/* The subcommands of perf c2c; ../c2c.c chooses. They return the exit status. */
#ifndef COMMANDS_C2C_C2C_CMD_H
#define COMMANDS_C2C_C2C_CMD_H

#include "analysis/memory/c2c.h"
#include "analysis/annotate/annotate_listing.h"
#include "base/err.h"
#include "render/listing/c2c_text.h"

int c2c_cmd_record(int argc, const char **argv);
int c2c_cmd_report(int argc, const char **argv);

/* What the browser shows; listing: how code is shown. */
struct c2c_browse_options {
	struct session *session;
	const struct c2c *c2c;
	const struct c2c_result *result;
	const struct c2c_text_style *style;
	struct annotate_listing_options listing;
};
/* Shows the result in the terminal interface (tui_option.h) until the user leaves. 0, or -errno with err set. */
int c2c_browse(const struct c2c_browse_options *options, struct err *err) _warn_unused_;

#endif
