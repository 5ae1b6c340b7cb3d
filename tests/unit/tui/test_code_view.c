/* The view of code on a screen in memory: what keys do, and how lines look. */
#include "tests/unit/test.h"
#include "tui/screen_memory.h"
#include "tui/view/code_view.h"
#include <errno.h>
#include <semaphore.h>
#include <time.h>

static const char nothing[] = "";

static struct code_line *add(struct code_listing *l, uint64_t vaddr, const char *mnemonic, const char *arguments,
			     uint64_t nr_samples)
{
	struct code_line *line = code_add_line(l);
	line->vaddr = vaddr;
	line->mnemonic = mnemonic;
	line->arguments = arguments;
	line->text = arena_printf(&l->arena, "%-6s %s", mnemonic, arguments);
	*code_cell(l, l->lines.count - 1, 0) = (struct code_cell){ nr_samples, nr_samples * 10 };
	return line;
}

static void add_source(struct code_listing *l, uint32_t number, const char *text)
{
	struct code_line *line = code_add_line(l);
	line->kind = CODE_SOURCE;
	line->text = text;
	line->file = "loop.c";
	line->file_line = number;
}

/* A loop of six instructions with its source, and a call of a function that another listing has. */
static void make(struct code_listing *l, const char *name)
{
	code_listing_init(l);
	vec_push(&l->events, ((struct code_event){ "cycles", 10, 100, 40, 400 }));
	l->symbol = name;
	l->object = "/bin/loop";
	l->start = 0x1000;
	l->end = 0x1020;
	add_source(l, 3, "void loop(void) {");
	add(l, 0x1000, "push", "%rbp", 0);
	struct code_line *call = add(l, 0x1004, "call", "2000 <now>", 0);
	call->flow = CODE_CALL;
	call->has_target = true;
	call->target_vaddr = 0x2000;
	call->target_name = "now";
	add_source(l, 5, "for (int i = 0; i < n; i++)");
	struct code_line *data = add(l, 0x1009, "mov", "0x2e5a(%rip),%rdx", 2);
	data->comment = "# 4038 <sink>";
	data->is_move = true;
	data->data_name = "<sink>";
	add(l, 0x1010, "add", "%rax,%rdx", 7);
	struct code_line *jump = add(l, 0x1014, "jne", "1009 <loop+0x9>", 1);
	jump->flow = CODE_CONDITIONAL_JUMP;
	jump->has_target = true;
	jump->target_vaddr = 0x1009;
	add(l, 0x1016, "ret", nothing, 0)->flow = CODE_RETURN;
	code_find_jumps(l);
}

struct host {
	int nr_asked, nr_saved;
	uint64_t asked;
	struct strbuf text;
};

static int host_code_at(void *ctx, const struct code_listing *listing, uint64_t vaddr, struct code_listing *ret,
			struct err *err)
{
	struct host *host = ctx;
	host->nr_asked++;
	host->asked = vaddr;
	if (host->nr_asked > 1) return err_set(err, -ENOENT, "There is no code");
	make(ret, "now");
	return 0;
}

static int host_neighbour(void *ctx, int step, struct code_listing *ret, struct err *err)
{
	if (step < 0) return err_set(err, -ENOENT, "This is the first");
	make(ret, "second");
	return 0;
}

static int host_save(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err)
{
	struct host *host = ctx;
	host->nr_saved++;
	strbuf_clear(&host->text);
	strbuf_add(&host->text, text->data, text->size);
	*ret_path = xstrdup(name);
	return 0;
}

/* What is on the screen when these keys were typed. The caller frees it. */
static char *play(struct host *host, unsigned rows, unsigned columns, const char *keys)
{
	struct screen *screen = screen_memory_open(rows, columns);
	struct ui *ui = ui_new(screen);
	struct code_listing listing;
	struct strbuf text = STRBUF_INIT;
	*host = (struct host){ 0 };
	const struct code_view_options options = {
		.title = "Samples: 10  of event 'cycles'",
		.in_place = true,
		.host = { .ctx = host, .code_at = host_code_at, .neighbour = host_neighbour, .save = host_save },
	};
	make(&listing, "loop");
	ui_push(ui, code_view_new(&listing, &options));
	code_listing_done(&listing);
	screen_memory_type(screen, keys);
	ui_run(ui);
	screen_memory_text(screen, &text);
	ui_free(ui);
	screen_close(screen);
	return strbuf_take(&text);
}

static void check(unsigned rows, unsigned columns, const char *keys, const char *expected)
{
	struct host host;
	char *text = play(&host, rows, columns, keys);
	CHECK_STR(text, expected);
	free(text);
	strbuf_done(&host.text);
}

#define TITLES                                      \
	"Samples: 10  of event 'cycles'\n"          \
	"loop  /bin/loop [Percent: local period]\n" \
	"Percent │\n"
#define FOOTER "Press 'h' for help on key bindings\n"

TEST(as_it_begins)
{
	check(12, 60, "",
	      TITLES "        │    void loop(void) {\n"
		     "        │      push %rbp\n"
		     "        │    → call now\n"
		     "        │    for (int i = 0; i < n; i++)\n"
		     "  20.00 │ 9:   mov  sink,%rdx\n"
		     "  70.00 │      add  %rax,%rdx\n"
		     "  10.00 │    ↑ jne  9\n"
		     "        │    ← ret\n" FOOTER);
}

TEST(arrows_follow_the_selected_jump)
{
	check(12, 60, "\033[B",
	      TITLES "        │    void loop(void) {\n"
		     "        │      push %rbp\n"
		     "        │    → call now\n"
		     "        │    for (int i = 0; i < n; i++)\n"
		     "  20.00 │ 9:┌  mov  sink,%rdx\n"
		     "  70.00 │   │  add  %rax,%rdx\n"
		     "  10.00 │   └↑ jne  9\n"
		     "        │    ← ret\n" FOOTER);
}

TEST(other_looks)
{
	check(10, 60, "soO",
	      TITLES "        │1000:   push   %rbp\n"
		     "        │1004: → call   2000 <now>\n"
		     "  20.00 │1009:   mov    0x2e5a(%rip),%rdx\n"
		     "  70.00 │1010:   add    %rax,%rdx\n"
		     "  10.00 │1014: ↑ jne    1009 <loop+0x9>\n"
		     "        │1016: ← ret\n" FOOTER);
	check(10, 60, "stOJ",
	      "Samples: 10  of event 'cycles'\n"
	      "loop  /bin/loop [Percent: local period]\n"
	      "     Period │\n"
	      "            │        push %rbp\n"
	      "            │   4: → call now\n"
	      "         20 │1  9:   mov  sink,%rdx\n"
	      "         70 │        add  %rax,%rdx\n"
	      "         10 │      ↑ jne  9\n"
	      "            │      ← ret\n" FOOTER);
	check(12, 60, "ttkpf",
	      "Samples: 10  of event 'cycles'\n"
	      "loop  /bin/loop [Percent: global period]\n"
	      "Samples │\n"
	      "        │      3  void loop(void) {\n"
	      "        │        push %rbp\n"
	      "        │      → call now\n"
	      "        │      5  for (int i = 0; i < n; i++)\n"
	      "      2 │1009:   mov  sink,%rdx\n"
	      "      7 │        add  %rax,%rdx\n"
	      "      1 │      ↑ jne  1009\n"
	      "        │      ← ret\n" FOOTER);
}

TEST(jumps_calls_and_back)
{
	struct host host;
	/* from the hottest down to the jump, follow it, and up to the call: it opens; a second one has no code */
	char *text = play(&host, 12, 60, "\033[B\r\033[A\033[A\r");
	CHECK_INT(host.nr_asked, 1);
	CHECK_INT(host.asked, 0x2000);
	CHECK(strstr(text, "now  /bin/loop"));
	free(text);
	text = play(&host, 12, 60, "\033[B\r\033[A\033[A\r\033[A\033[A\033[A\r");
	CHECK_INT(host.nr_asked, 2);
	CHECK(strstr(text, "There is no code"));
	free(text);
	/* LEFT goes back, and then out */
	text = play(&host, 12, 60, "\033[B\r\033[A\033[A\r\033[D");
	CHECK(strstr(text, "loop  /bin/loop"));
	free(text);
	text = play(&host, 12, 60, "\033[B\033[B\r");
	CHECK(strstr(text, "Where this returns to"));
	free(text);
	text = play(&host, 12, 60, "><");
	CHECK(strstr(text, "second  /bin/loop"));
	CHECK(strstr(text, "This is the first"));
	free(text);
}

TEST(hot_lines_search_and_files)
{
	struct host host;
	/* the hottest, the next one, which is followed by nothing; then round */
	char *text = play(&host, 12, 60, "G\t\tP");
	CHECK_INT(host.nr_saved, 1);
	CHECK(strstr(text, "loop.annotation written!"));
	CHECK(strstr(strbuf_text(&host.text), "  70.00 │      add  %rax,%rdx\n"));
	strbuf_done(&host.text);
	free(text);
	text = play(&host, 12, 60, "/rax\rn");
	CHECK(strstr(text, "add  %rax,%rdx"));
	free(text);
	text = play(&host, 12, 60, "?zebra\r");
	CHECK(strstr(text, "Not found: zebra"));
	free(text);
	text = play(&host, 40, 90, "h");
	CHECK(strstr(text, "Go to hottest instruction") && strstr(text, "Bump offset level"));
	free(text);
}

/* A call that takes as long as the test says, and what was seen meanwhile. */
struct slow {
	sem_t goes_on;
	int stage, turns;
	bool works, moves, gives_up, comes;
};

static int slow_code_at(void *ctx, const struct code_listing *listing, uint64_t vaddr, struct code_listing *ret,
			struct err *err)
{
	struct slow *slow = ctx;
	sem_wait(&slow->goes_on);
	make(ret, "now");
	return 0;
}

/* One step each time that nothing is typed any more. */
static void slow_look(void *ctx, struct screen *screen)
{
	struct slow *slow = ctx;
	struct strbuf text = STRBUF_INIT;
	screen_memory_text(screen, &text);
	const char *shown = strbuf_text(&text);
	switch (slow->stage++) {
	case 0:
		slow->works = strstr(shown, "Working...");
		screen_memory_type(screen, "\033[A");
		break;
	case 1: /* the row above the call */
		slow->moves = screen_memory_style(screen, 4, 20) == STYLE_SELECTED;
		screen_memory_type(screen, "\033");
		break;
	case 2:
		slow->gives_up = !strstr(shown, "Working...") && strstr(shown, "loop  /bin/loop");
		/* back on the call; the one that was given up ends, the next one is followed */
		sem_post(&slow->goes_on);
		sem_post(&slow->goes_on);
		screen_memory_type(screen, "\033[B\r");
		break;
	default:
		slow->comes = strstr(shown, "now  /bin/loop");
		if (slow->comes || slow->turns++ > 5000) break;
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
		screen_memory_event(screen, &(struct screen_event){ .kind = SCREEN_NOTHING });
	}
	strbuf_done(&text);
}

TEST(keys_are_answered_while_a_call_is_followed)
{
	struct screen *screen = screen_memory_open(12, 60);
	struct ui *ui = ui_new(screen);
	struct slow slow = { .stage = 0 };
	struct code_listing listing;
	const struct code_view_options options = { .host = { .ctx = &slow, .code_at = slow_code_at } };
	sem_init(&slow.goes_on, 0, 0);
	make(&listing, "loop");
	ui_push(ui, code_view_new(&listing, &options));
	code_listing_done(&listing);
	screen_memory_on_empty(screen, slow_look, &slow);
	screen_memory_type(screen, "\033[H\033[B\033[B\r");
	ui_run(ui);
	CHECK(slow.works);
	CHECK(slow.moves);
	CHECK(slow.gives_up);
	CHECK(slow.comes);
	ui_free(ui);
	screen_close(screen);
	sem_destroy(&slow.goes_on);
}

static int newer_weights(void *ctx, const struct code_listing *listing, struct code_listing *ret, struct err *err)
{
	int *nr_asked = ctx;
	if (++*nr_asked > 3) return 1;
	make(ret, listing->symbol);
	/* another line of source in front, and the heaviest instruction is another one */
	struct code_line first = { .kind = CODE_SOURCE, .text = "// new", .file = "loop.c" };
	code_add_line(ret);
	for (size_t i = ret->lines.count - 1; i; i--) {
		ret->lines.items[i] = ret->lines.items[i - 1];
		*code_cell(ret, i, 0) = *code_cell(ret, i - 1, 0);
	}
	ret->lines.items[0] = first;
	*code_cell(ret, 0, 0) = (struct code_cell){ 0, 0 };
	*code_cell(ret, 2, 0) = (struct code_cell){ 9, 90 };
	code_find_jumps(ret);
	return 0;
}

TEST(newer_weights_leave_the_cursor_where_it_is)
{
	struct screen *screen = screen_memory_open(9, 60);
	struct ui *ui = ui_new(screen);
	struct strbuf row = STRBUF_INIT;
	struct code_listing listing;
	int nr_asked = 0;
	const struct code_view_options options = { .in_place = true,
						   .host = { .ctx = &nr_asked, .refresh = newer_weights } };
	make(&listing, "loop");
	ui_push(ui, code_view_new(&listing, &options));
	code_listing_done(&listing);
	/* the jump, behind the hottest one */
	screen_memory_type(screen, "\033[B");
	screen_memory_event(screen, &(struct screen_event){ .kind = SCREEN_NOTHING });
	screen_memory_event(screen, &(struct screen_event){ .kind = SCREEN_NOTHING });
	ui_run(ui);
	CHECK(nr_asked >= 2);
	for (unsigned i = 3; i < 8; i++) {
		bool is_selected = screen_memory_style(screen, i, 20) == STYLE_SELECTED;
		strbuf_clear(&row);
		screen_memory_row(screen, i, &row);
		CHECK_INT(is_selected, strstr(strbuf_text(&row), "jne") != NULL);
	}
	strbuf_done(&row);
	ui_free(ui);
	screen_close(screen);
}

TEST(small_screens)
{
	struct host host;
	for (unsigned rows = 1; rows < 8; rows++)
		for (unsigned columns = 1; columns < 30; columns += 7) {
			free(play(&host, rows, columns, "GjJoOstckpb\tH\r]]]\033[A\r"));
			strbuf_done(&host.text);
		}
}

TEST_MAIN
