/* What table_browser.c and table_browser_draw.c share. */
#ifndef TUI_TABLE_BROWSER_PRIVATE_H
#define TUI_TABLE_BROWSER_PRIVATE_H

#include "tui/table_browser.h"

/* Widths of all columns, for titles and cells. */
void table_browser_measure(struct table_browser *browser);
/* The text of a line as it is drawn, without its indent. */
void table_browser_text(const struct table_browser *browser, const struct table_line *line, struct strbuf *ret);

#endif
