/* Screens, and what terminals send. */
#include "tui/screen_input.h"
#include "tui/screen_memory.h"
#include "tests/unit/test.h"

static void check_row(const struct screen *screen, unsigned row, const char *expected)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	screen_memory_row(screen, row, &text);
	CHECK_STR(strbuf_text(&text), expected);
}

TEST(texts_are_cut_and_escaped)
{
	struct screen *screen = screen_memory_open(4, 10);
	screen_put(screen, 0, 0, 10, STYLE_TOP, "longer than the row");
	CHECK_INT(screen_text(screen, 1, 2, 20, STYLE_NORMAL, "a\033b"), 6);
	screen_put(screen, 2, 0, 3, STYLE_NORMAL, "\xc3\xa4\xff");
	screen_put(screen, 9, 9, 3, STYLE_NORMAL, "outside");
	screen_put(screen, 3, 12, 3, STYLE_NORMAL, "outside");
	check_row(screen, 0, "");
	screen_show(screen);
	check_row(screen, 0, "longer tha");
	check_row(screen, 1, "  a\\x1bb");
	check_row(screen, 2, "\xc3\xa4\\x");
	CHECK_INT(screen_memory_style(screen, 0, 3), STYLE_TOP);
	screen_close(screen);
}

TEST(wide_characters_are_whole)
{
	struct screen *screen = screen_memory_open(2, 6);
	screen_put(screen, 0, 0, 6, STYLE_NORMAL,
		   "\xe6\xbc\xa2\xe5\xad\x97"
		   "ab");
	screen_put(screen, 0, 1, 1, STYLE_NORMAL, "x"); /* the second half of the first one */
	screen_put(screen, 1, 0, 5, STYLE_NORMAL, "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2"); /* no room for the third */
	screen_show(screen);
	check_row(screen, 0,
		  " x\xe5\xad\x97"
		  "ab");
	check_row(screen, 1, "\xe6\xbc\xa2\xe5\xad\x97");
	CHECK_INT(screen_width("\xe6\xbc\xa2"
			       "a\xcc\x81"),
		  3);
	screen_close(screen);
}

/* All events of bytes, as names. */
static void check_keys(const char *bytes, size_t piece, const char *expected)
{
	_strbuf_done_ struct strbuf names = STRBUF_INIT;
	struct screen_input *input = screen_input_new();
	struct screen_event event;
	char name[16];
	size_t size = strlen(bytes);
	screen_input_learn(input, "\033[24;9z", SCREEN_KEY_F12);
	for (size_t at = 0; at < size; at += piece) {
		screen_input_add(input, bytes + at, size - at < piece ? size - at : piece);
		while (screen_input_next(input, at + piece >= size, &event)) {
			if (event.kind == SCREEN_MOUSE)
				strbuf_printf(&names, "mouse %d %u,%u ", event.key, event.row, event.column);
			else strbuf_printf(&names, "%s ", screen_key_name(event.key, name));
		}
	}
	CHECK_STR(strbuf_text(&names), expected);
	screen_input_free(input);
}

TEST(keys)
{
	for (size_t piece = 1; piece < 8; piece++) {
		check_keys("a\033[A\033OB\r\t\x7f", piece, "a UP DOWN ENTER TAB BACKSPACE ");
		check_keys("\033[5~\033[6~\033[Z\033OP\033[1;5C\003", piece, "PGUP PGDN UNTAB F1 RIGHT CTRL+C ");
		check_keys("\033[<0;3;4M\033[<0;3;4m\033[<65;1;1M", piece, "mouse 0 3,2 mouse 3 3,2 mouse 5 0,0 ");
		check_keys("\xc3\xa4\033[99~\033[24;9z", piece, "U+00E4 F12 ");
		check_keys("\033x\033", piece, "ALT+x ESC ");
		check_keys("\xff"
			   "a\xc3",
			   piece, "a ");
	}
	check_keys("\033[12", 9, ""); /* cut off */
}

TEST_MAIN
