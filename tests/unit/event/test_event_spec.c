#include "event/attr/event_spec.h"

#include "tests/unit/test.h"

static bool keep(void *ctx, const struct event_spec *spec) { return !strchr(ctx, spec->name[0]); }

/* Events named a, b, c, ..., with the leaders given as digits, without those in out: names, leaders and sizes of
 * groups. */
static const char *kept(const char *leaders, size_t first, const char *out)
{
	static char text[128];
	struct event_list list = EVENT_LIST_INIT;
	for (unsigned i = 0; leaders[i]; i++) {
		struct event_spec *spec = event_list_add(&list, (char[]){ (char)('a' + i), '\0' });
		spec->leader = (uint32_t)(leaders[i] - '0');
		if (spec->leader != i) event_list_get(&list, spec->leader)->nr_members++;
	}
	event_list_keep(&list, first, keep, (void *)(uintptr_t)out);
	size_t n = 0;
	for (size_t i = 0; i < event_list_count(&list); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%u/%u ", event_list_get(&list, i)->name,
				      event_list_get(&list, i)->leader, event_list_get(&list, i)->nr_members);
	text[n ? n - 1 : 0] = '\0';
	event_list_done(&list);
	return text;
}

TEST(all_stay) { CHECK_STR(kept("0022", 0, ""), "a0/2 b0/1 c2/2 d2/1"); }
TEST(a_group_goes) { CHECK_STR(kept("0022", 0, "ab"), "c0/2 d0/1"); }
TEST(a_leader_goes) { CHECK_STR(kept("000", 0, "a"), "b0/2 c0/1"); }
TEST(a_member_goes) { CHECK_STR(kept("000", 0, "b"), "a0/2 c0/1"); }
TEST(single_ones) { CHECK_STR(kept("0123", 0, "ac"), "b0/1 d1/1"); }
TEST(those_before_are_left_alone) { CHECK_STR(kept("0022", 2, "ac"), "a0/2 b0/1 d2/1"); }
TEST(none_left) { CHECK_STR(kept("00", 0, "ab"), ""); }

TEST_MAIN
