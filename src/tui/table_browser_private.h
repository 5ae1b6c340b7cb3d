/* What table_browser.c and table_browser_draw.c share. */
#ifndef TUI_TABLE_BROWSER_PRIVATE_H
#define TUI_TABLE_BROWSER_PRIVATE_H

#include "tui/table_browser.h"

/* Widths of all columns, for titles and cells. */
void table_browser_measure(struct table_browser *browser);
#endif
