/* What new events are called; the rules were seen in upstream 6.12. */
#include <errno.h>
#include "probe/probe_naming.h"
#include "tests/unit/test.h"

static const char *group_of(const char *path)
{
	static char text[128];
	_free_ char *group = probe_naming_group(path);
	snprintf(text, sizeof(text), "%s", group);
	return text;
}

TEST(groups)
{
	CHECK_STR(group_of("/usr/lib/x86_64-linux-gnu/libc.so.6"), "probe_libc");
	CHECK_STR(group_of("/tmp/1-t.x_y"), "probe_1");
	CHECK_STR(group_of("/tmp/a b"), "probe_a");
	CHECK_STR(group_of("/tmp/lib_foo-2.so.3"), "probe_lib_foo");
	CHECK_STR(group_of("lat_mem_rd"), "probe_lat_mem_rd");
	CHECK_STR(group_of("/tmp/.hidden"), "probe_file");
	CHECK_STR(group_of("/tmp/\xc3\xbcn"), "probe_file");
	CHECK_INT(strlen(group_of("/a_very_long_name_of_a_program_that_is_longer_than_sixty_four_characters_i_think")),
		  63);
}

static const struct probe_names *in_use;
/* The name of an event of that definition at a function called `real`. */
static const char *named(const char *text, const char *real, bool numbered)
{
	static char name[128];
	_err_done_ struct err err = ERR_INIT;
	_probe_definition_done_ struct probe_definition definition = PROBE_DEFINITION_INIT;
	CHECK_INT(probe_definition_parse(text, &definition, NULL), 0);
	struct probe_event event = { .kind = definition.point.is_return ? PROBE_URETPROBE : PROBE_UPROBE,
				     .target = xstrdup("/tmp/t"),
				     .symbol = real ? xstrdup(real) : NULL,
				     .place = 0x1150 };
	int r = probe_naming_event(&definition, in_use, numbered, &event, &err);
	snprintf(name, sizeof(name), "%s:%s", r < 0 ? err.message : event.group, r < 0 ? "" : event.name);
	probe_event_done(&event);
	return name;
}

TEST(names)
{
	in_use = NULL;
	CHECK_STR(named("foo", "foo", false), "probe_t:foo");
	CHECK_STR(named("foo%return", "foo", false), "probe_t:foo__return");
	CHECK_STR(named("ev=foo%return", "foo", false), "probe_t:ev__return");
	CHECK_STR(named("g:ev=foo", "foo", false), "g:ev");
	CHECK_STR(named("foo*", "foo_bar", false), "probe_t:foo_bar");
	CHECK_STR(named("bar", "ns::Foo::bar", false), "probe_t:bar");
	CHECK_STR(named("t.c:7", "main", false), "probe_t:main");
	CHECK_STR(named("foo@t.c:2", "foo", false), "probe_t:foo_L2");
	CHECK_STR(named("0x1150", NULL, false), "probe_t:abs_1150");
	CHECK_STR(named("veth_x*", "veth_xdp_rcv.constprop.0", false), "probe_t:veth_xdp_rcv");
	CHECK_STR(named("*", ".plt", false), "probe_t:plt");
	CHECK_STR(named("puts*", "puts@plt", false), "probe_t:puts");
	CHECK_STR(named("__dunder", "__dunder", false), "probe_t:__dunder");
	/* upstream refuses the next ones */
	CHECK_STR(named("*bar*", "ns::Foo::bar(int)", false), "probe_t:ns__Foo__bar");
	CHECK_STR(named("tmpl*", "tmpl<long int>", false), "probe_t:tmpl_long_int_");
	CHECK_STR(named("*", "sub$dollar", false), "probe_t:sub_dollar");
	CHECK_STR(named("*", "(anonymous namespace)::f", false), "probe_t:f");
	CHECK_STR(named("*", "ns::(anonymous namespace)::hidden(int)", false), "probe_t:ns__hidden");
	CHECK_INT(strlen(named("*", "a_very_long_function_name_that_goes_on_and_on_and_on_until_it_is_longer_than_64",
			       false)),
		  8 + 63);
}

TEST(names_in_use)
{
	_probe_names_done_ struct probe_names names = PROBE_NAMES_INIT;
	probe_names_add_lines(&names, "p:probe_t/foo /tmp/t:0x1149\nr:probe_t/foo_1 /tmp/t:0x1149\np:probe_t/bar "
				      "/tmp/t:0x1\ne:mye/ee sched.sched_switch next=$next_pid\nq\n");
	probe_names_add(&names, "probe_t", "foo__return");
	probe_names_add(&names, "probe_t", "foo__return");
	CHECK_INT(names.items.count, 5);
	CHECK(probe_names_has(&names, "mye", "ee"));
	CHECK(!probe_names_has(&names, "mye", "e"));
	in_use = &names;
	CHECK_STR(named("foo", "foo", false), "Error: event \"foo\" already exists.:");
	CHECK_STR(named("foo", "foo", true), "probe_t:foo_2");
	CHECK_STR(named("foo%return", "foo", true), "probe_t:foo_2"); /* not foo__return_1 */
	CHECK_STR(named("baz", "baz", true), "probe_t:baz");
	CHECK_STR(named("g:foo=foo", "foo", false), "g:foo");
	CHECK_STR(named("g:foo=foo", "foo", true), "g:foo_2"); /* the names of other groups count */
}

TEST_MAIN
