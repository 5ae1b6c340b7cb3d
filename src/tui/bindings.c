/* Keys by name. Looking one up reads the names of all rows, which is quick enough for what somebody types. */
#include "tui/bindings.h"
#include <string.h>
#include "base/compiler.h"
#include "tui/screen.h"
#include "tui/screen_input.h"

/* Whether names, separated by blanks, have the one of this size. */
static bool has_name(const char *names, const char *name)
{
	size_t size = strlen(name);
	for (const char *at = names; at && *at;) {
		size_t length = strcspn(at, " ");
		if (length == size && memcmp(at, name, size) == 0) return true;
		at += length + (at[length] == ' ');
	}
	return false;
}

int bindings_find(const struct bindings *table, int key)
{
	char name[16];
	screen_key_name(key, name);
	for (size_t i = 0; i < table->nr_rows; i++)
		if (table->rows[i].action && has_name(table->rows[i].keys, name)) return table->rows[i].action;
	return 0;
}

/* What the help shows of a row's keys. */
static void add_keys(const struct binding *row, struct strbuf *ret)
{
	if (row->shown || !row->keys) {
		strbuf_str(ret, row->shown ? row->shown : "");
		return;
	}
	for (const char *at = row->keys; *at; at++) strbuf_char(ret, *at == ' ' ? '/' : *at);
}

void bindings_help(const struct bindings *table, struct strbuf *ret)
{
	_strbuf_done_ struct strbuf keys = STRBUF_INIT;
	enum { WIDTH = 13 };
	for (size_t i = 0; i < table->nr_rows; i++) {
		const struct binding *row = &table->rows[i];
		if (row->action && row->shown && !*row->shown) continue;
		strbuf_clear(&keys);
		add_keys(row, &keys);
		if (row->action) strbuf_printf(ret, "%-*s %s\n", WIDTH, strbuf_text(&keys), row->help ? row->help : "");
		else strbuf_printf(ret, "%s\n", row->help ? row->help : "");
	}
}
