/* Folded stacks: names as stackcollapse-perf.pl tidies them, lines in the order of strcmp. */
#include "render/flame/flame_folded.h"

#include "tests/unit/test.h"

static void check_name(const char *name, enum flame_kind kind, const char *wanted)
{
	struct outbuf out;
	out_init(&out, -1);
	flame_folded_name(&(struct flame_frame){ .name = name, .kind = kind }, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, wanted);
	out_done(&out);
}

TEST(names_are_tidy)
{
	check_name("main", FLAME_USER, "main");
	check_name("f(int, char const*)", FLAME_USER, "f");
	check_name("(anonymous namespace)::f(int)", FLAME_USER, "(anonymous namespace)::f");
	check_name("net/http.(*Client).Do", FLAME_USER, "net/http.(*Client).Do");
	check_name("Lorg/Foo;.call(I)V", FLAME_USER, "Lorg/Foo:.call");
	check_name("RegExp:['\"]", FLAME_USER, "RegExp:[]");
	check_name("a\nb", FLAME_USER, "a\\x0ab");
	check_name("", FLAME_USER, "");
	check_name("two words (x)", FLAME_TASK, "two_words_(x)");
}

TEST(lines_are_sorted_as_texts)
{
	static const char *const stacks[][3] = { { "ab" },  { "ab", "x" }, { "ab.c" },
						 { "abc" }, { "ab(int)" }, { "ab", "x", "y" } };
	struct flame_maker *maker = flame_maker_new();
	struct outbuf out;
	for (size_t i = 0; i < ARRAY_SIZE(stacks); i++) {
		uint32_t node = FLAME_NONE;
		for (size_t n = 0; n < 3 && stacks[i][n]; n++)
			node = flame_child(
				maker, node,
				flame_label(maker, &(struct flame_frame){ .name = stacks[i][n], .kind = FLAME_USER },
					    FLAME_NONE, false));
		flame_node_of(maker, node)->own = (uint64_t)1 << i;
	}
	struct flame *flame = flame_finish(maker, NULL);
	out_init(&out, -1);
	CHECK_INT(flame_folded(flame, &out), 0);
	out_char(&out, '\0');
	CHECK_STR(out.data, "ab 17\nab.c 4\nab;x 2\nab;x;y 32\nabc 8\n");
	out_done(&out);
	flame_free(flame);
}

TEST_MAIN
