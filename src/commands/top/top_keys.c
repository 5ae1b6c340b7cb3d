/* A key is looked up in a table; one that is not there shows the table, and the next key counts. Questions are answered
 * on a line of their own, with the terminal as the shell left it. */
#include "commands/top/top_keys.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void set_raw(const struct top_keys *keys, bool raw)
{
	struct termios mode = *keys->before;
	if (raw) {
		mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
		mode.c_cc[VMIN] = 0;
		mode.c_cc[VTIME] = 0;
	}
	tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

void top_keys_open(struct top_keys *keys)
{
	struct termios mode;
	*keys = (struct top_keys){ .is_terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &mode) == 0 };
	if (!keys->is_terminal) return;
	keys->before = xmalloc(sizeof(mode));
	*keys->before = mode;
	set_raw(keys, true);
}

void top_keys_close(struct top_keys *keys)
{
	if (keys->is_terminal) set_raw(keys, false);
	free(keys->before);
	*keys = (struct top_keys){ 0 };
}

/* -- questions -- */

/* A line that was typed, without its end; the caller frees it. NULL: none, or it is empty. */
static char *ask(const struct top_keys *keys, const char *question)
{
	char *line = NULL;
	size_t capacity = 0;
	printf("\n%s: ", question);
	fflush(stdout);
	set_raw(keys, false);
	ssize_t length = getline(&line, &capacity, stdin);
	set_raw(keys, true);
	clearerr(stdin);
	while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = '\0';
	if (length > 0) return line;
	free(line);
	return NULL;
}

/* A number that was typed; false: none, or what was typed is no number. */
static bool ask_number(const struct top_keys *keys, const char *question, int least, int most, int *ret)
{
	_free_ char *line = ask(keys, question);
	char *end;
	if (!line) return false;
	long number = strtol(line, &end, 10);
	if (end == line || *end || number < least || number > most) return false;
	*ret = (int)number;
	return true;
}

/* -- keys -- */

static void key_delay(struct top_keys *keys, struct top *top)
{
	(void)ask_number(keys, "Enter display delay", 1, 3600, &top->option->delay_s);
}

static void key_entries(struct top_keys *keys, struct top *top)
{
	(void)ask_number(keys, "Enter display entries (lines)", 0, 100000, &top->option->entries);
}

/* Those that are shown alone or lead a group; the lock is taken for the names. */
static void key_event(struct top_keys *keys, struct top *top)
{
	struct hist_event **members = xcalloc(top->events->count + 1, sizeof(*members));
	int number, count = 0;
	fprintf(stderr, "\nAvailable events:");
	pthread_mutex_lock(&top->lock);
	for (; top_members(top, (size_t)count, members); count++)
		fprintf(stderr, "\n\t%d %s", count, hist_totals(members[0])->event->name);
	pthread_mutex_unlock(&top->lock);
	if (ask_number(keys, "Enter details event counter", 0, 1 << 20, &number)) {
		if (number >= count) fprintf(stderr, "Sorry, no such event, using the first.\n");
		top->shown_event = number < count ? (size_t)number : 0;
	}
	free(members);
}

static void key_count_filter(struct top_keys *keys, struct top *top)
{
	(void)ask_number(keys, "Enter display event count filter", 0, INT32_MAX, &top->option->count_filter);
}

static void key_line_filter(struct top_keys *keys, struct top *top)
{
	(void)ask_number(keys, "Enter details display event filter (percent)", 0, 100, &top->line_percent);
}

static void key_annotate(struct top_keys *keys, struct top *top)
{
	char *symbol = ask(keys, "Enter details symbol");
	free(top->annotated);
	top->annotated = symbol;
}

static void key_stop_annotation(struct top_keys *keys, struct top *top)
{
	(void)keys;
	free(take(top->annotated));
}

static void hide(struct top *top, bool *which)
{
	pthread_mutex_lock(&top->lock);
	*which = !*which;
	live_profile_hide(top->profile, top->option->hide_kernel, top->option->hide_user);
	pthread_mutex_unlock(&top->lock);
}
static void key_hide_kernel(struct top_keys *keys, struct top *top)
{
	(void)keys;
	hide(top, &top->option->hide_kernel);
}
static void key_hide_user(struct top_keys *keys, struct top *top)
{
	(void)keys;
	hide(top, &top->option->hide_user);
}

static void key_zero(struct top_keys *keys, struct top *top)
{
	(void)keys;
	top->option->zero = !top->option->zero;
}

static void key_quit(struct top_keys *keys, struct top *top)
{
	(void)keys;
	printf("exiting.\n");
	top->quits = true;
	recording_request_end(top->recording);
}

/* What the menu shows of them, in the form of its value. */
static void show_number(int number, const char *unit) { printf("(%d%s)", number, unit); }
static void show_delay(const struct top *top) { show_number(top->option->delay_s, ""); }
static void show_entries(const struct top *top) { show_number((int)top_entries(top), ""); }
static void show_count_filter(const struct top *top) { show_number(top->option->count_filter, ""); }
static void show_line_filter(const struct top *top) { show_number(top->line_percent, "%"); }
static void show_zero(const struct top *top) { show_number(top->option->zero, ""); }
static void show_symbol(const struct top *top) { printf("(%s)", top->annotated ? top->annotated : "NULL"); }
static void show_hide_kernel(const struct top *top) { printf("(%s)", top->option->hide_kernel ? "yes" : "no"); }
static void show_hide_user(const struct top *top) { printf("(%s)", top->option->hide_user ? "yes" : "no"); }
static void show_event(const struct top *top)
{
	struct hist_event **members = xcalloc(top->events->count + 1, sizeof(*members));
	if (top_members(top, top->shown_event, members)) printf("(%s)", hist_totals(members[0])->event->name);
	free(members);
}

static const struct key_row {
	const char *keys, *help;
	void (*value)(const struct top *top);
	void (*act)(struct top_keys *keys, struct top *top);
	bool of_several; /* only where there are several events */
} rows[] = {
	{ "d", "display refresh delay.             \t", show_delay, key_delay, false },
	{ "e", "display entries (lines).           \t", show_entries, key_entries, false },
	{ "E", "active event counter.              \t", show_event, key_event, true },
	{ "f", "profile display filter (count).    \t", show_count_filter, key_count_filter, false },
	{ "F", "annotate display filter (percent). \t", show_line_filter, key_line_filter, false },
	{ "s", "annotate symbol.                   \t", show_symbol, key_annotate, false },
	{ "S", "stop annotation.", NULL, key_stop_annotation, false },
	{ "K", "hide kernel symbols.             \t", show_hide_kernel, key_hide_kernel, false },
	{ "U", "hide user symbols.               \t", show_hide_user, key_hide_user, false },
	{ "z", "toggle sample zeroing.             \t", show_zero, key_zero, false },
	{ "qQ", "quit.", NULL, key_quit, false },
};

static bool has_several(struct top *top)
{
	struct hist_event **members = xcalloc(top->events->count + 1, sizeof(*members));
	pthread_mutex_lock(&top->lock);
	bool several = top_members(top, 1, members) > 0;
	pthread_mutex_unlock(&top->lock);
	free(members);
	return several;
}

static const struct key_row *find_key(struct top *top, char key)
{
	for (size_t i = 0; key && i < ARRAY_SIZE(rows); i++)
		if (strchr(rows[i].keys, key)) return rows[i].of_several && !has_several(top) ? NULL : &rows[i];
	return NULL;
}

static void show_menu(struct top *top)
{
	bool several = has_several(top);
	printf("\nMapped keys:\n");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (rows[i].of_several && !several) continue;
		printf("\t[%s]%*s%s", rows[i].keys, 6 - (int)strlen(rows[i].keys), "", rows[i].help);
		pthread_mutex_lock(&top->lock);
		if (rows[i].value) rows[i].value(top);
		pthread_mutex_unlock(&top->lock);
		printf("\n");
	}
	printf("\nEnter selection, or unmapped key to continue: ");
	fflush(stdout);
}

/* One key; '\0': none came in that time, or it is to end (*ret_end). */
static char read_key(const struct top_keys *keys, const struct top *top, int timeout_ms, bool *ret_end)
{
	struct pollfd fds[] = { { .fd = top->stop_fd, .events = POLLIN },
				{ .fd = keys->is_terminal ? STDIN_FILENO : -1, .events = POLLIN } };
	char key = '\0';
	if (poll(fds, 2, timeout_ms) <= 0) return '\0';
	*ret_end = fds[0].revents;
	if (!*ret_end && read(STDIN_FILENO, &key, 1) <= 0) return '\0';
	return key;
}

bool top_keys_wait(struct top_keys *keys, struct top *top)
{
	bool end = false;
	if (!keys->is_terminal || top->option->iterations) return top_wait(top);
	char key = read_key(keys, top, top->option->delay_s * 1000, &end);
	if (!key || end) return end;
	const struct key_row *row = find_key(top, key);
	if (!row) {
		show_menu(top);
		key = read_key(keys, top, -1, &end);
		row = end ? NULL : find_key(top, key);
	}
	if (row) row->act(keys, top);
	return end || top->quits;
}
