#include "tests/unit/test.h"
#include "key/key.h"

TEST(names_may_be_cut_short)
{
	CHECK_STR(key_find("sym")->name, "symbol");
	CHECK_STR(key_find("DSO")->name, "dso");
	CHECK_STR(key_find("dso_s")->name, "dso_size");
	CHECK_STR(key_find("p")->name, "pid");
	CHECK(!key_find("nonsense"));
}

TEST(every_key_is_whole)
{
	for (size_t i = 0; i < key_count(); i++) {
		const struct key *key = key_at(i);
		CHECK(key->name && key->header && key->cell && key->format);
		CHECK(key_find(key->name) == key ||
		      strncmp(key_find(key->name)->name, key->name, strlen(key->name)) == 0);
	}
}

static struct key_env *new_env(void)
{
	static const struct key_env_options options;
	return key_env_new(&options, NULL, NULL, NULL);
}

TEST(texts_have_one_cell)
{
	struct key_env *env = new_env();
	uint64_t a = key_env_text(env, "one"), b = key_env_text(env, "two");
	CHECK(a != b && key_env_text(env, "one") == a);
	CHECK_STR(key_env_text_of(env, b), "two");
	CHECK(key_order_text(env, a, b) < 0 && key_order_text(env, b, a) > 0 && key_order_text(env, a, a) == 0);
	CHECK(key_prefix_text(env, a) < key_prefix_text(env, b));
	key_env_free(env);
}

TEST(prefixes_order_like_texts)
{
	CHECK(key_prefix_of("") < key_prefix_of("a"));
	CHECK(key_prefix_of("abcdefgh") < key_prefix_of("abcdefgi"));
	CHECK(key_prefix_of("abcdefgh1") == key_prefix_of("abcdefgh2"));
	CHECK(key_prefix_of("z") < key_prefix_of("\xc3\xa4"));
}

/* Addresses without a symbol are told apart by themselves and by the name of their object. */
TEST(addresses)
{
	struct key_env *env = new_env();
	const char *const name = "anon", *const other_name = "prog";
	const struct dso anon = { .id = 1, .short_name = name }, same = { .id = 2, .short_name = name },
			 prog = { .id = 0, .short_name = other_name }, far = { .id = 1 << 20, .short_name = name };
	const struct map in_anon = { .dso = &anon }, in_same = { .dso = &same }, in_prog = { .dso = &prog },
			 in_far = { .dso = &far };
	const struct frame frames[] = {
		{ .ip = 0x1000, .object_addr = 0x1000, .map = &in_anon, .level = '.' },
		{ .ip = 0x1000, .object_addr = 0x1000, .map = &in_same, .level = '.' },
		{ .ip = 0x1000, .object_addr = 0x1000, .map = &in_prog, .level = '.' },
		{ .ip = 0x1008, .object_addr = 0x1008, .map = &in_anon, .level = '.' },
		{ .ip = 0x2000, .object_addr = 0x2000, .map = &in_far, .level = '.' },
		{ .ip = UINT64_MAX - 7, .object_addr = UINT64_MAX - 7, .map = &in_anon, .level = '.' }
	};
	uint64_t cells[ARRAY_SIZE(frames)];
	const struct key *key = key_find("symbol_iaddr");
	struct outbuf out;
	for (size_t i = 0; i < ARRAY_SIZE(frames); i++) {
		struct key_input in = { .key = key, .frame = &frames[i] };
		cells[i] = key->cell(env, &in);
		out_init(&out, -1);
		key->format(env, cells[i], 0, &out);
		out_char(&out, 0);
		_free_ char *expected = xasprintf("[.] 0x%016llx", (unsigned long long)frames[i].ip);
		CHECK_STR(out.data, expected);
		out_done(&out);
	}
	CHECK(cells[0] == cells[1]);
	CHECK(cells[0] != cells[2] && cells[0] != cells[3]);
	CHECK(key->order(env, cells[0], cells[3]) < 0 && key->order(env, cells[4], cells[3]) > 0);
	CHECK(key->order(env, cells[2], cells[0]) < 0); /* of one address by the number of the object */
	CHECK(key->order(env, cells[5], cells[0]) < 0); /* as signed numbers */
	for (size_t i = 0; i < ARRAY_SIZE(cells); i++)
		for (size_t n = 0; n < ARRAY_SIZE(cells); n++)
			if (key->order_prefix(env, cells[i]) < key->order_prefix(env, cells[n]))
				CHECK(key->order(env, cells[i], cells[n]) < 0);
	key_env_free(env);
}

TEST(places)
{
	struct key_env *env = new_env();
	const struct symbol main_ = { .start = 0x1000, .end = 0x1100, .name = "main" };
	const struct frame in_main = { .ip = 0x401010, .object_addr = 0x1010, .symbol = &main_, .level = '.' };
	const struct frame deeper = { .ip = 0x401020, .object_addr = 0x1020, .symbol = &main_, .level = '.' };
	const struct frame nowhere = { .ip = 0x99, .object_addr = 0x99, .level = '.' };
	CHECK_INT(key_env_place(env, &in_main, false, PLACE_LINK), key_env_place(env, &deeper, false, PLACE_LINK));
	CHECK(key_env_place(env, &in_main, false, PLACE_ADDRESS) != key_env_place(env, &deeper, false, PLACE_ADDRESS));
	CHECK(key_env_place(env, &nowhere, false, PLACE_LINK) != key_env_place(env, &in_main, false, PLACE_LINK));
	struct outbuf out;
	out_init(&out, -1);
	const struct key *key = key_find("symbol");
	struct key_input in = { .frame = &nowhere, .leaf = true };
	key->format(env, key->cell(env, &in), 0, &out);
	in.frame = &in_main;
	key->format(env, key->cell(env, &in), 0, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, "[.] 0x0000000000000099[.] main");
	out_done(&out);
	key_env_free(env);
}

TEST(functions_of_copies_are_one)
{
	static const char name[] = "prog";
	const struct dso objects[] = { { .id = 1, .short_name = name, .long_name = "/a/prog" },
				       { .id = 2, .short_name = name, .long_name = "/b/prog" } };
	const struct map maps[] = { { .dso = &objects[0] }, { .dso = &objects[1] } };
	const struct symbol a = { .start = 0x1000, .end = 0x1100, .name = "work" },
			    b = { .start = 0x1000, .end = 0x1100, .name = "work" };
	const struct symbol longer = { .start = 0x1000, .end = 0x1180, .name = "work" },
			    other = { .start = 0x1000, .end = 0x1100, .name = "play" };
	const struct frame in_a = { .ip = 0x401010, .object_addr = 0x1010, .symbol = &a, .map = &maps[0] },
			   in_b = { .ip = 0x501010, .object_addr = 0x1010, .symbol = &b, .map = &maps[1] };
	const struct frame in_longer = { .ip = 0x501010, .object_addr = 0x1010, .symbol = &longer, .map = &maps[1] };
	const struct frame in_other = { .ip = 0x501010, .object_addr = 0x1010, .symbol = &other, .map = &maps[1] };
	struct key_env *env = new_env();
	uint32_t row = key_env_place(env, &in_a, true, PLACE_SYMBOL);
	CHECK_INT(key_env_place(env, &in_b, true, PLACE_SYMBOL), row);
	CHECK(key_env_place(env, &in_longer, true, PLACE_SYMBOL) != row);
	CHECK(key_env_place(env, &in_other, true, PLACE_SYMBOL) != row);
	CHECK_INT(key_env_place(env, &in_b, true, PLACE_ADDRESS), key_env_place(env, &in_a, true, PLACE_ADDRESS));
	CHECK(key_env_place(env, &in_other, true, PLACE_ADDRESS) != key_env_place(env, &in_a, true, PLACE_ADDRESS));
	CHECK(key_env_place(env, &in_a, false, PLACE_LINK) !=
	      key_env_place(env, &in_b, false, PLACE_LINK)); /* graphs keep objects apart */
	key_env_free(env);

	static const struct key_env_options verbose = { .full_paths = true };
	env = key_env_new(&verbose, NULL, NULL, NULL);
	CHECK(key_env_place(env, &in_a, true, PLACE_SYMBOL) != key_env_place(env, &in_b, true, PLACE_SYMBOL));
	key_env_free(env);
}

TEST(many_places)
{
	struct key_env *env = new_env();
	uint32_t first = 0;
	for (uint64_t i = 0; i < 5000; i++) {
		struct frame frame = { .ip = i, .object_addr = i };
		uint32_t id = key_env_place(env, &frame, false, PLACE_LINK);
		if (i == 0) first = id;
		CHECK_INT(key_env_place_of(env, id)->ip, i);
	}
	struct frame zero = { 0 };
	CHECK_INT(key_env_place(env, &zero, false, PLACE_LINK), first);
	key_env_free(env);
}

TEST_MAIN
