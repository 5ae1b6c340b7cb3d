#include "base/json.h"

#include "tests/unit/test.h"

/* The pieces of a text as one letter each, strings and numbers in their place: "{k=s}" of {"k": "s"}. */
static void write_value(struct json *json, enum json_piece piece, char *ret, size_t size)
{
	size_t used = strlen(ret);
	switch (piece) {
	case JSON_OBJECT:
		strcat(ret, "{");
		while (json_next_key(json)) {
			strcat(strcat(ret, json_text(json)), "=");
			write_value(json, json_next(json), ret, size);
		}
		strcat(ret, "}");
		break;
	case JSON_ARRAY:
		strcat(ret, "[");
		for (enum json_piece inner; (inner = json_next(json)) != JSON_ARRAY_END && inner != JSON_ERROR;)
			write_value(json, inner, ret, size);
		strcat(ret, "]");
		break;
	case JSON_STRING:
	case JSON_NUMBER:
	case JSON_WORD: snprintf(ret + used, size - used, "<%s>", json_text(json)); break;
	default: strcat(ret, "!");
	}
}

static void check(const char *text, const char *want, bool is_sound)
{
	char got[1024] = "";
	struct json json = json_of(text, strlen(text));
	write_value(&json, json_next(&json), got, sizeof(got));
	if (is_sound) CHECK_INT(json_next(&json), JSON_END);
	CHECK_STR(got, want);
	CHECK(json_failed(&json) == !is_sound);
	json_done(&json);
}

TEST(sound)
{
	check("{}", "{}", true);
	check(" [ ] ", "[]", true);
	check("[1, -2.5e3, \"a\", true, null]", "[<1><-2.5e3><a><true><null>]", true);
	check("{\"a\": {\"b\": [1, {\"c\": \"d\"}]}, \"e\": false}", "{a={b=[<1>{c=<d>}]}e=<false>}", true);
	check("\"\\\"\\\\\\/\\n\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"",
	      "<\"\\/\n\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80>", true);
	/* words begin and end with the first and the last digit */
	check("[90, 109, 0.9, -9, 9e09, 1E+9]", "[<90><109><0.9><-9><9e09><1E+9>]", true);
	check("\"\\ud83dx\\u0000\"", "<\xef\xbf\xbdx\xef\xbf\xbd>", true); /* half a character, and NUL */
}

TEST(damaged)
{
	check("{\"a\": 1", "{a=<1>}", false);
	check("{\"a\" 1}", "{}", false);
	check("{1: 2}", "{}", false);
	check("[1 2]", "[<1>]", false);
	check("[1}", "[<1>]", false);
	check("\"open", "!", false);
	check("\"\\x\"", "!", false);
	check("\"\\u12g4\"", "!", false);
	check("[nul]", "[]", false);
	check("[+]", "[]", false);
	char deep[200];
	memset(deep, '[', sizeof(deep));
	deep[sizeof(deep) - 1] = '\0';
	struct json json = json_of(deep, strlen(deep));
	for (int i = 0; i < JSON_DEPTH_MAX; i++) CHECK_INT(json_next(&json), JSON_ARRAY);
	CHECK_INT(json_next(&json), JSON_ERROR);
	json_done(&json);
}

TEST(nothing)
{
	struct json json = json_of("", 0);
	CHECK_INT(json_next(&json), JSON_END);
	CHECK_INT(json_next(&json), JSON_END);
	CHECK(!json_failed(&json));
}

TEST(skipping)
{
	const char *text = "{\"skipped\": {\"a\": [1, {}, []], \"b\": {}}, \"kept\": 7}";
	struct json json = json_of(text, strlen(text));
	CHECK_INT(json_next(&json), JSON_OBJECT);
	CHECK(json_next_key(&json));
	json_skip(&json, json_next(&json));
	CHECK(json_next_key(&json));
	CHECK_STR(json_text(&json), "kept");
	json_skip(&json, json_next(&json)); /* a number: nothing is left of it */
	CHECK(!json_next_key(&json));
	CHECK_INT(json_next(&json), JSON_END);
	json_done(&json);
}

TEST_MAIN
