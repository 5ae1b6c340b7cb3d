#include "record/evset/gather.h"

#include "tests/unit/test.h"

static struct event_list events;

/* One letter an event: s software, t tracepoint, h hardware, p pinned, c of a control group, T a time, g hardware of
 * the group before it. */
static void make(const char *kinds)
{
	event_list_done(&events);
	events = (struct event_list)EVENT_LIST_INIT;
	for (uint32_t i = 0; kinds[i]; i++) {
		struct event_spec *spec = event_list_add(&events, "e");
		spec->attr.type = kinds[i] == 't'          ? ATTR_TYPE_TRACEPOINT
				  : strchr("hg", kinds[i]) ? ATTR_TYPE_HARDWARE
							   : ATTR_TYPE_SOFTWARE;
		if (kinds[i] == 'p') spec->attr.flags |= ATTR_PINNED;
		if (kinds[i] == 'c') spec->cgroup = xstrdup("group");
		if (kinds[i] == 'T') spec->tool = EVENT_TOOL_DURATION_TIME;
		if (kinds[i] != 'g') continue;
		spec->leader = event_list_get(&events, i - 1)->leader;
		event_list_get(&events, spec->leader)->nr_members++;
	}
}

static const char *leads(const struct gather *gather)
{
	static char text[256];
	size_t n = 0;
	for (size_t i = 0; i < gather->count; i++) text[n++] = (char)('0' + gather->lead[i]);
	text[n] = '\0';
	return text;
}

static const char *gathered(const char *kinds)
{
	static char text[256];
	struct gather gather;
	make(kinds);
	gather_init(&gather, &events, true, false);
	snprintf(text, sizeof(text), "%s", leads(&gather));
	gather_done(&gather);
	return text;
}

TEST(what_counts_whenever_it_runs)
{
	CHECK_STR(gathered("sss"), "000");
	CHECK_STR(gathered("sths"), "0020");
	CHECK_STR(gathered("hgsgs"), "00224"); /* the user's groups stay as they are */
	CHECK_STR(gathered("sps"), "010");
	CHECK_STR(gathered("sTs"), "010");
}

TEST(control_groups_apart) { CHECK_STR(gathered("sccs"), "0113"); }

TEST(not_wanted)
{
	struct gather gather;
	make("ss");
	gather_init(&gather, &events, false, false);
	CHECK_STR(leads(&gather), "01");
	CHECK(!gather_has(&gather, &events, 0));
	gather_done(&gather);
}

TEST(sizes_and_undoing)
{
	struct gather gather;
	make("sshs");
	gather_init(&gather, &events, true, false);
	CHECK_INT(gather_size(&gather, 0), 3);
	CHECK_INT(gather_size(&gather, 1), 0);
	CHECK_INT(gather_size(&gather, 2), 1);
	CHECK(gather_has(&gather, &events, 3) && !gather_has(&gather, &events, 2));
	CHECK(gather_undo(&gather, &events, 1));
	CHECK_STR(leads(&gather), "0120");
	CHECK(gather_undo(&gather, &events, 0));
	CHECK_STR(leads(&gather), "0123");
	CHECK(!gather_undo(&gather, &events, 0));
	gather_done(&gather);
}

TEST(led_by_another)
{
	struct gather gather;
	make("hcs");
	gather_init(&gather, &events, true, true);
	CHECK_INT(gather.led, 2);
	CHECK(gather_has(&gather, &events, 2) && gather_is_led(&gather, 2) && !gather_is_led(&gather, 1));
	CHECK(gather_undo(&gather, &events, 2));
	CHECK(!gather_is_led(&gather, 2));
	gather_done(&gather);
	event_list_done(&events);
}

TEST_MAIN
