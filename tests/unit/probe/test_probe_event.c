/* Lines of kprobe_events, uprobe_events and dynamic_events. */
#include <errno.h>
#include "probe/definition/probe_event.h"
#include "tests/unit/test.h"

/* Reads the line and writes it again; "" when it is refused. */
static const char *again(const char *line)
{
	static char text[512];
	struct probe_event event;
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	text[0] = '\0';
	if (probe_event_parse(line, strlen(line), &event, NULL) < 0) return text;
	probe_event_format(&event, &out);
	probe_event_done(&event);
	snprintf(text, sizeof(text), "%s", strbuf_text(&out));
	return text;
}

TEST(lines_of_the_kernel)
{
	CHECK_STR(again("p:probe/icmp_rcv _text+12131248 type=+0(%ax):u8"),
		  "p:probe/icmp_rcv _text+12131248 type=+0(%ax):u8");
	CHECK_STR(again("r10:probe/vfs_read__return _text+4393360 arg1=$retval\n"),
		  "r10:probe/vfs_read__return _text+4393360 arg1=$retval");
	CHECK_STR(again("p:probe/veth_xdp_rcv veth:veth_xdp_rcv.constprop.0"),
		  "p:probe/veth_xdp_rcv veth:veth_xdp_rcv.constprop.0+0");
	CHECK_STR(again("p:mine/abs 0x00000000e67108bf a=%di"), "p:mine/abs 0xe67108bf a=%di");
	CHECK_STR(again("p:kprobes/p_vfs_write_0 vfs_write"), "p:kprobes/p_vfs_write_0 vfs_write+0");
	CHECK_STR(again("p:kprobes/x vfs_write+0%return"), "r:kprobes/x vfs_write+0");
	CHECK_STR(again("p vfs_write"), "p: vfs_write+0");
}

TEST(lines_of_programs)
{
	CHECK_STR(again("p:probe_t/foo /tmp/t:0x0000000000001149"), "p:probe_t/foo /tmp/t:0x1149");
	CHECK_STR(again("r:probe_t/foo__return /tmp/t:0x0000000000001149 arg1=$retval"),
		  "r:probe_t/foo__return /tmp/t:0x1149 arg1=$retval");
	CHECK_STR(again("p:mine/up /job/t:0x0000000000001149(0x10) x=%di y=%si"),
		  "p:mine/up /job/t:0x1149(0x10) x=%di y=%si");
	CHECK_STR(again("p:a/b /a:b/c:0x10 %di"), "p:a/b /a:b/c:0x10 %di");
	CHECK_STR(again("p:a/b /t:0x10%return x=\\\"a b:c\":string"), "r:a/b /t:0x10 x=\\\"a b:c\":string");
}

TEST(parts)
{
	struct probe_event event;
	const char line[] =
		"p:probe_libc/malloc /usr/lib/libc.so.6:0x97ac0(0x1d) bytes=%di:u64 +8(+0(%sp)) s=\\\"a=b\"";
	CHECK_INT(probe_event_parse(line, strlen(line), &event, NULL), 0);
	CHECK_INT(event.kind, PROBE_UPROBE);
	CHECK_STR(event.group, "probe_libc");
	CHECK_STR(event.name, "malloc");
	CHECK_STR(event.target, "/usr/lib/libc.so.6");
	CHECK_INT(event.place, 0x97ac0);
	CHECK_INT(event.ref_ctr_off, 0x1d);
	CHECK_INT(event.args.count, 3);
	CHECK_STR(event.args.items[0].name, "bytes");
	CHECK_STR(event.args.items[0].type, "u64");
	CHECK_STR(event.args.items[1].name, NULL);
	CHECK_STR(event.args.items[1].fetch, "+8(+0(%sp))");
	CHECK_STR(event.args.items[1].type, NULL);
	CHECK_STR(event.args.items[2].fetch, "\\\"a=b\"");
	probe_event_done(&event);
}

TEST(other_kinds_and_damage)
{
	struct probe_event event;
	const char *others[] = { "e:mye/ee sched.sched_switch next=$next_pid", "f:myf/fe vfs_read file=file",
				 "t:myt/tt sched_switch preempt=preempt", "s:synthetic/mysyn\tint x" };
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		CHECK_INT(probe_event_parse(others[i], strlen(others[i]), &event, NULL), -ENOTSUP);
	const char *bad[] = { "",
			      "p",
			      "p:",
			      "p:a/b",
			      "x:a/b c",
			      "p5:a/b c",
			      "r5x:a/b c",
			      "r99999999999:a/b c",
			      "p:/b c",
			      "p:a/ c",
			      "p:a/b /t",
			      "p:a/b /t:",
			      "p:a/b /t:x",
			      "p:a/b /t:0x1(",
			      "p:a/b /t:0x1(2",
			      "p:a/b /t:0x1(2)3",
			      "p:a/b :f",
			      "p:a/b m:",
			      "p:a/b f+",
			      "p:a/b +4",
			      "p:a/b f+0x",
			      "p:a/b f+99999999999999999999",
			      "p:a/b 0x11112222333344445",
			      "p:a/b f x=",
			      "p:a/b f x=%ax:",
			      "p:a/b f :u8" };
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		CHECK_INT(probe_event_parse(bad[i], strlen(bad[i]), &event, NULL), -EINVAL);
}

TEST_MAIN
