/* Call chains as text. */
#include "render/chain_text.h"
#include "result/call_names.h"
#include "tests/unit/test.h"

#define CHECK_WRITTEN(out_, expected)              \
	do {                                       \
		out_char(out_, '\0');              \
		CHECK_STR((out_)->data, expected); \
		(out_)->size = 0;                  \
	} while (0)

TEST(parts_of_a_chain)
{
	struct call_name call;
	const char *at = call_names_next("\3do_poll\2\1\3main", &call);
	CHECK_INT(call.mark, CALL_NAMED);
	CHECK_INT(call.size_bytes, 7);
	CHECK(strncmp(call.name, "do_poll", 7) == 0);
	at = call_names_next(at, &call);
	CHECK_INT(call.mark, CALL_UNKNOWN);
	CHECK_INT(call.size_bytes, 0);
	at = call_names_next(at, &call);
	CHECK_INT(call.mark, CALL_GAP);
	at = call_names_next(at, &call);
	CHECK_INT(call.mark, CALL_NAMED);
	CHECK(call_names_next(at, &call) == NULL);
	CHECK_INT(call.mark, CALL_NAMED); /* untouched */
}

TEST(arrows_stand_between_functions)
{
	struct outbuf out;
	out_init(&out, -1);
	chain_text("", &out);
	CHECK_WRITTEN(&out, "");
	chain_text("\3a\3b\2", &out);
	CHECK_WRITTEN(&out, "a <- b <- [unknown]");
	chain_text("\3a\1\3b\3c", &out);
	CHECK_WRITTEN(&out, "a <- ... <- b <- c");
	chain_text("\1\3b", &out); /* all that was before the gap is not shown */
	CHECK_WRITTEN(&out, " <- ... <- b");
	out_done(&out);
}

TEST(names_are_escaped_for_who_reads_them)
{
	struct outbuf out;
	out_init(&out, -1);
	chain_text("\3a\x1b[2J", &out);
	CHECK_WRITTEN(&out, "a\\x1b[2J");
	chain_text_raw("\3a\x1b", &out);
	CHECK_WRITTEN(&out, "a\x1b");
	chain_text_json("\3a\"\3b", &out);
	CHECK_WRITTEN(&out, "\"a\\\" <- b\"");
	chain_text_json("", &out);
	CHECK_WRITTEN(&out, "\"\"");
	out_done(&out);
}

TEST(texts_that_come_again)
{
	static char many[2000][3000];
	struct chain_texts texts;
	struct outbuf out;
	out_init(&out, -1);
	chain_texts_init(&texts);
	for (unsigned round = 0; round < 3; round++) { /* more than there are slots, and than is kept */
		for (unsigned i = 0; i < ARRAY_SIZE(many); i++) {
			char expected[16];
			memset(many[i], 'x', sizeof(many[i]) - 1);
			snprintf(many[i], 16, "\3a%u\3b", i);
			many[i][strlen(many[i])] = CALL_NAMED;
			many[i][sizeof(many[i]) - 1] = '\0';
			chain_texts_add(&texts, many[i], &out);
			snprintf(expected, sizeof(expected), "a%u <- b <- ", i);
			CHECK(strncmp(out.data, expected, strlen(expected)) == 0);
			CHECK(out.data[out.size - 1] == 'x');
			out.size = 0;
			chain_texts_add(&texts, "\3same", &out);
			CHECK_WRITTEN(&out, "same");
		}
	}
	CHECK(texts.texts.size < 2 << 20);
	chain_texts_add(&texts, "", &out);
	CHECK_INT(out.size, 0);
	chain_texts_done(&texts);
	out_done(&out);
}

TEST_MAIN
