/* Folding of repeated lines. What is printed must say what came: expand() reads it back. */
#include <stdio.h>
#include "base/strbuf.h"
#include "script/script_fold.h"
#include "tests/unit/test.h"

/* A line "LETTER TIME: \n", the time in the middle of it. */
static void add(struct fold *fold, uint64_t thread, char letter, unsigned time, struct outbuf *out)
{
	char text[32];
	int size = snprintf(text, sizeof(text), "%c [%u] %3u.5: %c  \n", letter, time % 4, time, letter);
	const struct fold_line line = { text, (size_t)size, 2, 6, (size_t)size - 4 };
	fold_add(fold, thread, &line, out);
}

static void add_all(struct fold *fold, uint64_t thread, const char *letters, struct outbuf *out)
{
	for (unsigned i = 0; letters[i]; i++) add(fold, thread, letters[i], i, out);
}

/* Folds the letters, as the lines of one thread. */
static void fold_letters(const char *letters, struct outbuf *out)
{
	struct fold *fold = fold_new();
	out->size = 0;
	add_all(fold, 1, letters, out);
	fold_flush(fold, out);
	fold_free(fold);
	out_char(out, '\0');
}

/* What is printed, each printed line with the letters that it stands for. */
struct expansion {
	struct strbuf letters;
	size_t nr_lines;
};

/* Takes the last nr_lines printed lines together. Returns how many expansions are left. */
static size_t repeat(struct expansion *all, size_t count, size_t nr_lines, unsigned times)
{
	struct expansion sum = { STRBUF_INIT, 1 };
	size_t first = count;
	while (first && nr_lines) {
		first--;
		CHECK(all[first].nr_lines <= nr_lines);
		nr_lines -= all[first].nr_lines;
		sum.nr_lines += all[first].nr_lines;
	}
	CHECK_INT(nr_lines, 0);
	for (unsigned i = 0; i < times; i++)
		for (size_t k = first; k < count; k++) strbuf_str(&sum.letters, strbuf_text(&all[k].letters));
	for (size_t k = first; k < count; k++) strbuf_done(&all[k].letters);
	all[first] = sum;
	return first + 1;
}

static void expand(char *text, struct strbuf *ret)
{
	static struct expansion all[4096];
	size_t count = 0;
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		size_t nr_lines = 1;
		unsigned times;
		if (sscanf(line, " [ the line above: %u times", &times) == 1 ||
		    sscanf(line, " [ the %zu lines above: %u times", &nr_lines, &times) == 2) {
			count = repeat(all, count, nr_lines, times);
			continue;
		}
		all[count] = (struct expansion){ STRBUF_INIT, 1 };
		strbuf_printf(&all[count++].letters, "%c", *line);
	}
	for (size_t i = 0; i < count; i++) {
		strbuf_str(ret, strbuf_text(&all[i].letters));
		strbuf_done(&all[i].letters);
	}
}

TEST(one_and_several_lines)
{
	struct outbuf out;
	out_init(&out, -1);
	fold_letters("abcbcbcd", &out);
	CHECK_STR(out.data, "a [0]   0.5: a  \nb [1]   1.5: b  \nc [2]   2.5: c  \n"
			    "    [ the 2 lines above: 3 times, until 6.5 ]\nd [3]   7.5: d  \n");
	fold_letters("aaa", &out);
	CHECK_STR(out.data, "a [0]   0.5: a  \n    [ the line above: 3 times, until 2.5 ]\n");
	fold_letters("abc", &out);
	CHECK_STR(out.data, "a [0]   0.5: a  \nb [1]   1.5: b  \nc [2]   2.5: c  \n");
	out_done(&out);
}

TEST(groups_in_groups)
{
	struct outbuf out;
	out_init(&out, -1);
	fold_letters("fgggfgggfggg", &out);
	CHECK_STR(out.data, "f [0]   0.5: f  \ng [1]   1.5: g  \n    [ the line above: 3 times, until 3.5 ]\n"
			    "    [ the 3 lines above: 3 times, until 11.5 ]\n");
	out_done(&out);
}

/* Each thread's lines are its own, and a flush ends what repeats. */
TEST(threads)
{
	struct outbuf out;
	struct fold *fold = fold_new();
	out_init(&out, -1);
	for (unsigned i = 0; i < 3; i++) {
		add(fold, 1, 'a', i, &out);
		add(fold, 2, 'b', i, &out);
	}
	CHECK_INT(out.size, 0);
	fold_flush(fold, &out);
	add(fold, 1, 'a', 3, &out);
	fold_free(fold);
	out_char(&out, '\0');
	CHECK_STR(out.data, "a [0]   0.5: a  \n    [ the line above: 3 times, until 2.5 ]\n"
			    "b [0]   0.5: b  \n    [ the line above: 3 times, until 2.5 ]\n");
	out_done(&out);
}

/* Whatever comes, also more than is held back, what is printed says the same. */
TEST(nothing_is_lost)
{
	enum { ROUNDS = 60, SIZE = 2500 };
	struct outbuf out;
	uint64_t state = 88172645463325252u;
	out_init(&out, -1);
	for (unsigned round = 0; round < ROUNDS; round++) {
		char letters[SIZE + 1] = "";
		for (size_t i = 0; i < SIZE; i++) {
			state ^= state << 13, state ^= state >> 7, state ^= state << 17;
			/* mostly as `round` letters before */
			bool again = round && i >= round && state % 97 > 8;
			letters[i] = again ? letters[i - round] : (char)('a' + state / 97 % (2 + round % 20));
		}
		_strbuf_done_ struct strbuf expanded = STRBUF_INIT;
		fold_letters(letters, &out);
		expand(out.data, &expanded);
		CHECK_STR(strbuf_text(&expanded), letters);
	}
	out_done(&out);
}

/* Lines without a time. */
TEST(no_time)
{
	struct outbuf out;
	struct fold *fold = fold_new();
	const struct fold_line line = { "a\n\tb\n", 5, 0, 0, 0 };
	out_init(&out, -1);
	for (unsigned i = 0; i < 2; i++) fold_add(fold, 0, &line, &out);
	fold_flush(fold, &out);
	fold_free(fold);
	out_char(&out, '\0');
	CHECK_STR(out.data, "a\n\tb\n    [ the 2 lines above: 2 times ]\n");
	out_done(&out);
}

TEST_MAIN
