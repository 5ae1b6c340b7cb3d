/* A terminal as a screen. What it shows is remembered, and only cells that differ are written: a key that moves the
 * selection costs two rows. Everything of one screen_show is one write(2), so that nobody sees half of it.
 *
 * Signals: a change of size is noted, ends of the process give the terminal back first. */
#include "tui/screen_terminal.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "base/outbuf.h"
#include "tui/screen_input.h"
#include "tui/screen_private.h"
#include "tui/screen_styles.h"
#include "tui/terminfo.h"

/* How long an escape may be the beginning of a sequence: longer than a slow connection takes between two bytes. */
#define ESCAPE_MS 25

struct terminal {
	struct screen screen;
	struct terminfo terminfo;
	struct screen_styles styles;
	struct screen_input *input;
	int in_fd, out_fd;
	int wake_fds[2];
	bool mouse, is_resized, is_closed, shown_valid;
	struct screen_cell *shown; /* of shown_size cells */
	size_t shown_size;
	struct termios before; /* of the terminal */
	struct outbuf out;
	/* owned: what the terminal wants to hear */
	char *cup, *clear, *show_cursor, *hide_cursor, *begin_screen, *begin_keys;
	char leave[256]; /* what gives the screen back */
};

/* For signal handlers: the terminal that is open, and what was done before. */
static struct terminal *volatile terminal_open;
static const int end_signals[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV, SIGFPE, SIGILL };
static struct sigaction actions_before[ARRAY_SIZE(end_signals)], resize_before;

static struct terminal *terminal_of(const struct screen *screen) { return (struct terminal *)screen; }

/* Only what is allowed in a signal handler. */
static void give_back(const struct terminal *t)
{
	(void)!write(t->out_fd, t->leave, strlen(t->leave));
	tcsetattr(t->in_fd, TCSAFLUSH, &t->before);
}

static void on_end(int signal_number)
{
	const struct terminal *t = terminal_open;
	if (t) give_back(t);
	for (size_t i = 0; i < ARRAY_SIZE(end_signals); i++)
		if (end_signals[i] == signal_number) sigaction(signal_number, &actions_before[i], NULL);
	raise(signal_number);
}

static void terminal_wake(struct screen *screen)
{
	int error = errno;
	(void)!write(terminal_of(screen)->wake_fds[1], "w", 1);
	errno = error;
}

static void on_resize(int signal_number)
{
	struct terminal *t = terminal_open;
	int error = errno;
	if (t) (void)!write(t->wake_fds[1], "r", 1);
	errno = error;
}

static void catch_signals(void)
{
	struct sigaction end = { .sa_handler = on_end }, resize = { .sa_handler = on_resize, .sa_flags = SA_RESTART };
	for (size_t i = 0; i < ARRAY_SIZE(end_signals); i++) sigaction(end_signals[i], &end, &actions_before[i]);
	sigaction(SIGWINCH, &resize, &resize_before);
}

static void restore_signals(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(end_signals); i++) sigaction(end_signals[i], &actions_before[i], NULL);
	sigaction(SIGWINCH, &resize_before, NULL);
}

static void take_size(struct terminal *t)
{
	struct winsize size = { 0 };
	if (ioctl(t->out_fd, TIOCGWINSZ, &size) < 0 || !size.ws_row || !size.ws_col) {
		int lines = t->terminfo.tigetnum("lines"), columns = t->terminfo.tigetnum("cols");
		size.ws_row = (unsigned short)(lines > 0 ? lines : 24);
		size.ws_col = (unsigned short)(columns > 0 ? columns : 80);
	}
	screen_set_size(&t->screen, size.ws_row, size.ws_col);
	t->shown_valid = false;
}

/* -- output -- */

/* A character of the grid as UTF-8. */
static void put_character(struct outbuf *out, uint32_t character)
{
	if (character < 0x80) {
		out_char(out, (char)character);
		return;
	}
	if (character < 0x800) {
		out_char(out, (char)(0xc0 | character >> 6));
	} else {
		if (character < 0x10000) {
			out_char(out, (char)(0xe0 | character >> 12));
		} else {
			out_char(out, (char)(0xf0 | character >> 18));
			out_char(out, (char)(0x80 | (character >> 12 & 0x3f)));
		}
		out_char(out, (char)(0x80 | (character >> 6 & 0x3f)));
	}
	out_char(out, (char)(0x80 | (character & 0x3f)));
}

static void go_to(struct terminal *t, unsigned row, unsigned column)
{
	out_str(&t->out, terminfo_with(&t->terminfo, t->cup, row, column));
}

/* Writes the cells of a row that differ from what is there. *style: what the terminal writes in. */
static void show_row(struct terminal *t, unsigned row, int *style)
{
	struct screen *s = &t->screen;
	const struct screen_cell *want = &s->cells[(size_t)row * s->columns];
	struct screen_cell *have = &t->shown[(size_t)row * s->columns];
	unsigned cursor = UINT32_MAX;
	for (unsigned i = 0; i < s->columns; i++) {
		if (want[i].character == have[i].character && want[i].style == have[i].style) continue;
		/* the last cell of all is left alone: some terminals would scroll */
		if (row + 1 == s->rows && i + 1 == s->columns) continue;
		/* the whole of a wide character */
		if (!want[i].character && i > 0 && cursor != i) continue;
		if (cursor != i) go_to(t, row, i);
		if (*style != want[i].style) out_str(&t->out, screen_styles_switch(&t->styles, want[i].style));
		*style = want[i].style;
		put_character(&t->out, want[i].character ? want[i].character : ' ');
		have[i] = want[i];
		cursor = i + 1;
		if (cursor < s->columns && !want[cursor].character) {
			have[cursor] = want[cursor];
			i++;
			cursor++;
		}
	}
}

static void terminal_show(struct screen *screen)
{
	struct terminal *t = terminal_of(screen);
	size_t size = (size_t)screen->rows * screen->columns;
	int style = -1;
	out_str(&t->out, t->hide_cursor);
	if (!t->shown_valid) {
		if (t->shown_size != size) t->shown = xreallocarray(t->shown, size, sizeof(*t->shown));
		t->shown_size = size;
		for (size_t i = 0; i < size; i++) t->shown[i] = (struct screen_cell){ ' ', STYLE_NORMAL };
		out_str(&t->out, screen_styles_switch(&t->styles, STYLE_NORMAL));
		out_str(&t->out, t->clear);
		t->shown_valid = true;
	}
	for (unsigned row = 0; row < screen->rows; row++) show_row(t, row, &style);
	if (style != STYLE_NORMAL) out_str(&t->out, screen_styles_switch(&t->styles, STYLE_NORMAL));
	if (screen->cursor_shown) {
		go_to(t, screen->cursor_row, screen->cursor_column);
		out_str(&t->out, t->show_cursor);
	}
	if (out_flush(&t->out) < 0) t->is_closed = true;
}

/* -- input -- */

/* Empties the pipe of screen_wake and of the change of size. True: there was a wake. */
static bool drain_wakes(struct terminal *t)
{
	char bytes[64];
	bool woken = false;
	ssize_t n;
	while ((n = read(t->wake_fds[0], bytes, sizeof(bytes))) > 0)
		for (ssize_t i = 0; i < n; i++) {
			woken |= bytes[i] == 'w';
			t->is_resized |= bytes[i] == 'r';
		}
	return woken;
}

/* Takes what was typed; false: the terminal is gone. */
static bool take_input(struct terminal *t)
{
	char bytes[1024];
	ssize_t n = read(t->in_fd, bytes, sizeof(bytes));
	if (n > 0) screen_input_add(t->input, bytes, (size_t)n);
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static void terminal_read(struct screen *screen, struct screen_event *ret, int timeout_ms)
{
	struct terminal *t = terminal_of(screen);
	bool complete = false;
	for (;;) {
		if (t->is_resized) {
			t->is_resized = false;
			take_size(t);
			ret->kind = SCREEN_RESIZED;
			return;
		}
		ret->kind = SCREEN_CLOSED;
		if (screen_input_next(t->input, complete, ret) || t->is_closed) return;
		ret->kind = SCREEN_NOTHING;
		struct pollfd fds[] = { { .fd = t->in_fd, .events = POLLIN },
					{ .fd = t->wake_fds[0], .events = POLLIN } };
		bool waits = screen_input_waits(t->input);
		int r = poll(fds, ARRAY_SIZE(fds), waits ? ESCAPE_MS : timeout_ms);
		if (r < 0 && errno != EINTR) t->is_closed = true;
		if (r <= 0) {
			if (r == 0 && !waits) return;
			complete = r == 0;
			continue;
		}
		if (fds[0].revents && !take_input(t)) t->is_closed = true;
		if (fds[1].revents && drain_wakes(t)) {
			ret->kind = SCREEN_WOKEN;
			return;
		}
	}
}

static bool terminal_has_input(struct screen *screen)
{
	struct terminal *t = terminal_of(screen);
	struct pollfd fds[] = { { .fd = t->in_fd, .events = POLLIN }, { .fd = t->wake_fds[0], .events = POLLIN } };
	return screen_input_waits(t->input) || t->is_resized || poll(fds, ARRAY_SIZE(fds), 0) > 0;
}

/* Base64 of the text between the marks of xterm's "manipulate selection data". Terminals that do not know it ignore it.
 */
static void terminal_copy(struct screen *screen, const char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct outbuf *out = &terminal_of(screen)->out;
	size_t size = MIN(strlen(text), 4096);
	out_lit(out, "\033]52;c;");
	for (size_t i = 0; i < size; i += 3) {
		uint32_t word = 0;
		for (size_t n = 0; n < 3; n++) word = word << 8 | (i + n < size ? (uint8_t)text[i + n] : 0);
		for (size_t n = 0; n < 4; n++) out_char(out, i + n <= size ? digits[word >> (18 - 6 * n) & 63] : '=');
	}
	out_lit(out, "\a");
	(void)!out_flush(out);
}

/* -- begin and end -- */

static void terminal_resume(struct screen *screen)
{
	struct terminal *t = terminal_of(screen);
	struct termios raw = t->before;
	raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
	raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
	raw.c_oflag &= ~(tcflag_t)OPOST;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	tcsetattr(t->in_fd, TCSADRAIN, &raw);
	out_str(&t->out, t->begin_screen);
	out_str(&t->out, t->begin_keys);
	if (t->mouse) out_lit(&t->out, "\033[?1000h\033[?1006h");
	terminal_open = t;
	catch_signals();
	take_size(t);
}

static void terminal_suspend(struct screen *screen)
{
	struct terminal *t = terminal_of(screen);
	(void)!out_flush(&t->out);
	give_back(t);
	terminal_open = NULL;
	restore_signals();
}

static void terminal_close(struct screen *screen)
{
	struct terminal *t = terminal_of(screen);
	terminal_suspend(screen);
	screen_input_free(t->input);
	screen_styles_done(&t->styles);
	out_done(&t->out);
	for (size_t i = 0; i < ARRAY_SIZE(t->wake_fds); i++)
		if (t->wake_fds[i] >= 0) close(t->wake_fds[i]);
	char *const strings[] = { t->cup, t->clear, t->show_cursor, t->hide_cursor, t->begin_screen, t->begin_keys };
	for (size_t i = 0; i < ARRAY_SIZE(strings); i++) free(strings[i]);
	free(t->shown);
	free(t);
}

static const struct screen_backend terminal_backend = {
	.show = terminal_show,
	.read = terminal_read,
	.has_input = terminal_has_input,
	.wake = terminal_wake,
	.copy = terminal_copy,
	.suspend = terminal_suspend,
	.resume = terminal_resume,
	.close = terminal_close,
};

static void learn_keys(struct terminal *t)
{
	static const struct {
		const char *capability;
		int key;
	} keys[] = {
#define KEY(id, name, capability) { capability, SCREEN_KEY_##id },
#include "tui/screen_key.def"
	};
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		_free_ char *sequence = terminfo_string(&t->terminfo, keys[i].capability);
		screen_input_learn(t->input, sequence, keys[i].key);
	}
}

/* Style, cursor, mouse, keys and screen as they were. */
static void make_leave(struct terminal *t)
{
	_free_ char *keys = terminfo_string(&t->terminfo, "rmkx"), *screen = terminfo_string(&t->terminfo, "rmcup");
	const char *const parts[] = { screen_styles_switch(&t->styles, STYLE_NORMAL), t->show_cursor,
				      t->mouse ? "\033[?1006l\033[?1000l" : "", keys, screen };
	size_t size = 0;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		size_t more = strlen(parts[i]);
		if (size + more >= sizeof(t->leave)) continue;
		memcpy(t->leave + size, parts[i], more);
		size += more;
	}
}

int screen_terminal_open(const struct screen_terminal_options *options, struct screen **ret, struct err *err)
{
	struct terminfo terminfo;
	struct termios before;
	int wake_fds[2];
	int r = terminfo_open(options->term ? options->term : "", options->out_fd, &terminfo, err);
	if (r < 0) return r;
	if (tcgetattr(options->in_fd, &before) < 0)
		return err_set_errno(err, -errno, "The standard input is no terminal");
	if (pipe2(wake_fds, O_CLOEXEC | O_NONBLOCK) < 0) return err_set_errno(err, -errno, "Cannot make a pipe");
	struct terminal *t = xcalloc(1, sizeof(*t));
	*t = (struct terminal){ .screen = { .backend = &terminal_backend, .unicode = options->unicode },
				.terminfo = terminfo,
				.input = screen_input_new(),
				.in_fd = options->in_fd,
				.out_fd = options->out_fd,
				.wake_fds = { wake_fds[0], wake_fds[1] },
				.mouse = options->mouse,
				.before = before,
				.cup = terminfo_string(&terminfo, "cup"),
				.clear = terminfo_string(&terminfo, "clear"),
				.show_cursor = terminfo_string(&terminfo, "cnorm"),
				.hide_cursor = terminfo_string(&terminfo, "civis"),
				.begin_screen = terminfo_string(&terminfo, "smcup"),
				.begin_keys = terminfo_string(&terminfo, "smkx") };
	out_init(&t->out, options->out_fd);
	screen_styles_init(&t->styles, &terminfo, options);
	learn_keys(t);
	make_leave(t);
	terminal_resume(&t->screen);
	*ret = &t->screen;
	return 0;
}
