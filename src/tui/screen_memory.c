/* A screen in memory: events wait in a list, what screen_show was called for is kept as a copy. */
#include "tui/screen_memory.h"
#include <string.h>
#include "base/vec.h"
#include "tui/screen_input.h"
#include "tui/screen_private.h"

struct memory {
	struct screen screen;
	VEC(struct screen_event) events; /* of SCREEN_RESIZED, row and column are the new size */
	size_t next;
	_Atomic bool woken; /* by any thread */
	char *copied;       /* screen_copy */
	struct screen_cell *shown;
	unsigned shown_rows, shown_columns;
	void (*on_empty)(void *ctx, struct screen *screen);
	void *on_empty_ctx;
};

static struct memory *memory_of(const struct screen *screen) { return (struct memory *)screen; }

static void memory_show(struct screen *screen)
{
	struct memory *m = memory_of(screen);
	size_t size = (size_t)screen->rows * screen->columns * sizeof(*m->shown);
	if (m->shown_rows != screen->rows || m->shown_columns != screen->columns) {
		free(m->shown);
		m->shown = xmalloc(size);
	}
	memcpy(m->shown, screen->cells, size);
	m->shown_rows = screen->rows;
	m->shown_columns = screen->columns;
}

static void memory_read(struct screen *screen, struct screen_event *ret, int timeout_ms)
{
	struct memory *m = memory_of(screen);
	if (m->woken) {
		m->woken = false;
		ret->kind = SCREEN_WOKEN;
		return;
	}
	if (m->next == m->events.count && m->on_empty) {
		m->next = 0;
		vec_clear(&m->events);
		m->on_empty(m->on_empty_ctx, screen);
	}
	ret->kind = SCREEN_CLOSED;
	if (m->next == m->events.count) return;
	*ret = m->events.items[m->next++];
	if (ret->kind == SCREEN_RESIZED) screen_set_size(screen, ret->row, ret->column);
}

static bool memory_has_input(struct screen *screen)
{
	const struct memory *m = memory_of(screen);
	return m->woken || m->next < m->events.count;
}
static void memory_wake(struct screen *screen) { memory_of(screen)->woken = true; }
static void memory_copy(struct screen *screen, const char *text)
{
	free(memory_of(screen)->copied);
	memory_of(screen)->copied = xstrdup(text);
}
static void memory_nothing(struct screen *screen) {}
static void memory_close(struct screen *screen)
{
	struct memory *m = memory_of(screen);
	vec_done(&m->events);
	free(m->shown);
	free(m->copied);
	free(m);
}

static const struct screen_backend memory_backend = {
	.show = memory_show,
	.read = memory_read,
	.has_input = memory_has_input,
	.wake = memory_wake,
	.copy = memory_copy,
	.suspend = memory_nothing,
	.resume = memory_nothing,
	.close = memory_close,
};

struct screen *screen_memory_open(unsigned rows, unsigned columns)
{
	struct memory *m = xcalloc(1, sizeof(*m));
	m->screen.backend = &memory_backend;
	m->screen.unicode = true;
	screen_set_size(&m->screen, rows, columns);
	memory_show(&m->screen);
	return &m->screen;
}

void screen_memory_event(struct screen *screen, const struct screen_event *event)
{
	vec_push(&memory_of(screen)->events, *event);
}
void screen_memory_key(struct screen *screen, int key)
{
	screen_memory_event(screen, &(struct screen_event){ .kind = SCREEN_KEY, .key = key });
}
void screen_memory_resize(struct screen *screen, unsigned rows, unsigned columns)
{
	screen_memory_event(screen, &(struct screen_event){ .kind = SCREEN_RESIZED, .row = rows, .column = columns });
}

void screen_memory_type(struct screen *screen, const char *keys)
{
	struct screen_input *input = screen_input_new();
	struct screen_event event;
	screen_input_add(input, keys, strlen(keys));
	while (screen_input_next(input, true, &event)) screen_memory_event(screen, &event);
	screen_input_free(input);
}

void screen_memory_on_empty(struct screen *screen, void (*on_empty)(void *ctx, struct screen *screen), void *ctx)
{
	memory_of(screen)->on_empty = on_empty;
	memory_of(screen)->on_empty_ctx = ctx;
}

static void put_utf8(uint32_t character, struct strbuf *ret)
{
	if (character < 0x80) {
		strbuf_char(ret, (char)character);
	} else if (character < 0x800) {
		strbuf_char(ret, (char)(0xc0 | character >> 6));
		strbuf_char(ret, (char)(0x80 | (character & 0x3f)));
	} else {
		if (character >= 0x10000) {
			strbuf_char(ret, (char)(0xf0 | character >> 18));
			strbuf_char(ret, (char)(0x80 | (character >> 12 & 0x3f)));
		} else {
			strbuf_char(ret, (char)(0xe0 | character >> 12));
		}
		strbuf_char(ret, (char)(0x80 | (character >> 6 & 0x3f)));
		strbuf_char(ret, (char)(0x80 | (character & 0x3f)));
	}
}

void screen_memory_row(const struct screen *screen, unsigned row, struct strbuf *ret)
{
	const struct memory *m = memory_of(screen);
	if (row >= m->shown_rows) return;
	const struct screen_cell *line = &m->shown[(size_t)row * m->shown_columns];
	unsigned columns = m->shown_columns;
	while (columns && line[columns - 1].character == ' ') columns--;
	for (unsigned i = 0; i < columns; i++)
		if (line[i].character) put_utf8(line[i].character, ret);
}

void screen_memory_text(const struct screen *screen, struct strbuf *ret)
{
	for (unsigned row = 0; row < memory_of(screen)->shown_rows; row++) {
		screen_memory_row(screen, row, ret);
		strbuf_char(ret, '\n');
	}
}

enum screen_style screen_memory_style(const struct screen *screen, unsigned row, unsigned column)
{
	const struct memory *m = memory_of(screen);
	if (row >= m->shown_rows || column >= m->shown_columns) return STYLE_NORMAL;
	return m->shown[(size_t)row * m->shown_columns + column].style;
}

const char *screen_memory_copied(const struct screen *screen)
{
	const char *copied = memory_of(screen)->copied;
	return copied ? copied : "";
}
