/* What makes a terminal write in each style: strings made once, of style.def and of what the terminal can do. */
#ifndef TUI_SCREEN_STYLES_H
#define TUI_SCREEN_STYLES_H

#include "tui/screen.h"
#include "tui/screen_terminal.h"
#include "tui/terminfo.h"

struct screen_styles {
	char *strings[SCREEN_STYLES]; /* owned */
};

void screen_styles_init(struct screen_styles *styles, const struct terminfo *terminfo,
			const struct screen_terminal_options *options);
void screen_styles_done(struct screen_styles *styles);
/* Switches from any style to this one. */
const char *screen_styles_switch(const struct screen_styles *styles, enum screen_style style);

#endif
