/* Values as members of a JSON object. */
#include "tests/unit/test.h"
#include "base/value_json.h"

struct written {
	struct outbuf out;
	struct value_sink sink;
};

static struct value_sink *begin(struct written *written)
{
	out_init(&written->out, -1);
	written->sink = (struct value_sink){ .type = &value_json, .out = &written->out };
	return &written->sink;
}

static void check(struct written *written, const char *expected)
{
	out_char(&written->out, '\0');
	CHECK_STR(written->out.data, expected);
	out_done(&written->out);
}

static void put(struct value_sink *sink, const char *name, const char *text)
{
	value_name(sink, name);
	value_text(sink, text, strlen(text));
}

TEST(members)
{
	struct written written;
	struct value_sink *sink = begin(&written);
	value_name(sink, "a");
	value_number(sink, UINT64_MAX);
	value_name(sink, "b");
	value_signed(sink, -1);
	put(sink, "c", "x\"\n\xff");
	value_name(sink, "d");
	value_none(sink);
	check(&written, "\"a\": 18446744073709551615, \"b\": -1, \"c\": \"x\\\"\\n\xef\xbf\xbd\", \"d\": null");
}

TEST(groups)
{
	struct written written;
	struct value_sink *sink = begin(&written);
	value_name(sink, "list");
	value_begin(sink, VALUE_LIST);
	value_number(sink, 1);
	value_begin(sink, VALUE_OBJECT);
	put(sink, "in", "x");
	value_name(sink, "none");
	value_begin(sink, VALUE_LIST);
	value_end(sink, VALUE_LIST);
	value_end(sink, VALUE_OBJECT);
	value_number(sink, 2);
	value_end(sink, VALUE_LIST);
	put(sink, "behind", "");
	check(&written, "\"list\": [1, {\"in\": \"x\", \"none\": []}, 2], \"behind\": \"\"");
}

/* What is known besides belongs to the member before; a list has no members. */
TEST(details)
{
	struct written written;
	struct value_sink *sink = begin(&written);
	value_name(sink, "fd");
	value_number(sink, 3);
	value_detail(sink, "_path", "/a\"");
	value_name(sink, "fds");
	value_begin(sink, VALUE_LIST);
	value_number(sink, 4);
	value_detail(sink, "_path", "/b");
	value_end(sink, VALUE_LIST);
	check(&written, "\"fd\": 3, \"fd_path\": \"/a\\\"\", \"fds\": [4]");
}

TEST(names_without_values_are_forgotten)
{
	struct written written;
	struct value_sink *sink = begin(&written);
	value_name(sink, "nothing");
	value_name(sink, "a");
	value_number(sink, 1);
	value_name(sink, "group");
	value_begin(sink, VALUE_OBJECT);
	value_name(sink, "nothing");
	value_end(sink, VALUE_OBJECT);
	value_number(sink, 2);
	check(&written, "\"a\": 1, \"group\": {}, \"value\": 2");
}

TEST(goes_back)
{
	struct written written;
	struct value_sink *sink = begin(&written);
	put(sink, "a", "1");
	value_name(sink, "b");
	const struct value_place place = value_place(sink);
	value_begin(sink, VALUE_LIST);
	value_begin(sink, VALUE_OBJECT);
	put(sink, "x", "y");
	value_back(sink, &place);
	value_number(sink, 2);
	check(&written, "\"a\": \"1\", \"b\": 2");
}

TEST(nobody_wants_values)
{
	const struct value_place place = value_place(NULL);
	value_name(NULL, "a");
	value_begin(NULL, VALUE_LIST);
	value_number(NULL, 1);
	value_signed(NULL, 1);
	value_text(NULL, "", 0);
	value_none(NULL);
	value_detail(NULL, "", "");
	value_end(NULL, VALUE_LIST);
	value_back(NULL, &place);
}

TEST_MAIN
