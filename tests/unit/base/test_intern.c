#include "base/intern.h"
#include "tests/unit/test.h"

TEST(intern_ids_are_dense_and_stable)
{
	struct intern intern;
	intern_init(&intern);
	char text[32];
	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t i = 0; i < 20000; i++) {
			snprintf(text, sizeof(text), "name%u", i);
			if (intern_id(&intern, text) != i) CHECK(!"id changed");
		}
	CHECK_STR(intern_text(&intern, 0), "name0");
	CHECK_STR(intern_text(&intern, 19999), "name19999");
	const char *one = intern_string(&intern, "name7");
	CHECK(intern_string(&intern, "name7") == one);
	CHECK(intern_text(&intern, 7) == one);
	intern_done(&intern);
}

TEST(intern_parts_and_absent)
{
	struct intern intern;
	intern_init(&intern);
	uint32_t id = 77;
	CHECK(!intern_find(&intern, "a", &id));
	uint32_t ab = intern_id_n(&intern, "abc", 2);
	CHECK_INT(intern_id(&intern, "ab"), ab);
	CHECK_STR(intern_text(&intern, ab), "ab");
	CHECK(intern_id(&intern, "") != ab);
	CHECK(!intern_find(&intern, "abc", &id));
	CHECK_INT(id, 77);
	CHECK(intern_find(&intern, "ab", &id));
	CHECK_INT(id, ab);
	CHECK(intern_id_n(&intern, "a\0b", 3) != intern_id_n(&intern, "a\0c", 3));
	intern_done(&intern);
}

TEST_MAIN
