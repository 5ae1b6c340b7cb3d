/* What the build-id cache remembers of probes. */
#include "probe/probe_cache.h"
#include "tests/unit/test.h"

static const char text[] = "%sdt_libc:setjmp=setjmp\n"
			   "p:sdt_libc/setjmp /lib/libc.so.6:0x3c6a1(0x10) arg1=%di:u64\n"
			   "p:sdt_libc/setjmp /lib/libc.so.6:0x3c6b1(0x10) arg1=%di:u64\n"
			   "#foo a name=p->name:string\n"
			   "p:probe_t/foo /tmp/t:0x1149 a=%di:s32 name=+0(+8(%si)):string\n"
			   "#probe_t:mine=foo_bar%return $retval\n"
			   "r:probe_t/mine__return /tmp/t:0x1192 $retval\n";

TEST(round_trip)
{
	_probe_cache_done_ struct probe_cache cache = PROBE_CACHE_INIT;
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	CHECK_INT(probe_cache_parse(text, strlen(text), &cache), 0);
	CHECK_INT(cache.items.count, 3);
	CHECK_INT(cache.items.items[0].events.items.count, 2);
	probe_cache_format(&cache, &out);
	CHECK_STR(strbuf_text(&out), text);
}

TEST(damage)
{
	_probe_cache_done_ struct probe_cache cache = PROBE_CACHE_INIT;
	const char damaged[] =
		"p:a/b /t:0x1\n%\n#\n\n%sdt_a:b=b\nq\np:sdt_a/b /t:zz\np:sdt_a/b /t:0x7"; /* the last line has no end */
	CHECK_INT(probe_cache_parse(damaged, strlen(damaged), &cache), 5);
	CHECK_INT(cache.items.count, 1);
	CHECK_INT(cache.items.items[0].events.items.count, 1);
}

static size_t collect(const struct probe_cache *cache, const char *group, const char *event)
{
	_probe_events_done_ struct probe_events events = PROBE_EVENTS_INIT;
	(void)probe_cache_collect(cache, group, event, &events);
	return events.items.count;
}

TEST(names)
{
	_probe_cache_done_ struct probe_cache cache = PROBE_CACHE_INIT;
	(void)probe_cache_parse(text, strlen(text), &cache);
	CHECK_INT(collect(&cache, "sdt_libc", "setjmp"), 2);
	CHECK_INT(collect(&cache, "sdt_*", "set*"), 2);
	CHECK_INT(collect(&cache, NULL, "mine"), 1);
	CHECK_INT(collect(&cache, NULL, "*"), 3);
	CHECK_INT(collect(&cache, NULL, "foo"), 0); /* it has no name */
	CHECK_INT(collect(&cache, "probe_x", "mine"), 0);
}

static const char *spec_of(const char *definition_text)
{
	static char spec[128];
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	_probe_definition_done_ struct probe_definition definition = PROBE_DEFINITION_INIT;
	CHECK_INT(probe_definition_parse(definition_text, &definition, NULL), 0);
	probe_cache_spec(&definition, "probe_t", &out);
	snprintf(spec, sizeof(spec), "%s", strbuf_text(&out));
	return spec;
}

TEST(specs)
{
	CHECK_STR(spec_of("foo a p->name:string"), "foo a name=p->name:string");
	CHECK_STR(spec_of("mine=foo_bar"), "probe_t:mine=foo_bar");
	CHECK_STR(spec_of("foo%return $retval"), "foo%return $retval");
	CHECK_STR(spec_of("foo x=$retval:x32"), "foo x=$retval:x32");
	CHECK_STR(spec_of("foo@a.c:2 str:string nm=p->arr[2]:x32 p->arr[1] b=%ax:u8 %ax:u8"),
		  "foo:2@a.c str:string nm=p->arr[2]:x32 arr=p->arr[1] b=%ax:u8 %ax:u8");
	CHECK_STR(spec_of("a.c:8 b"), "@a.c:8 b");
}

TEST(changes)
{
	_probe_cache_done_ struct probe_cache cache = PROBE_CACHE_INIT;
	_probe_events_done_ struct probe_events none = PROBE_EVENTS_INIT;
	(void)probe_cache_parse(text, strlen(text), &cache);
	probe_cache_set(&cache, false, "bar", &cache.items.items[0].events);
	probe_cache_set(&cache, false, "foo a name=p->name:string", &none);
	CHECK_INT(cache.items.count, 4);
	CHECK_INT(cache.items.items[1].events.items.count, 0);
	CHECK_INT(cache.items.items[3].events.items.count, 2);
	probe_cache_remove(&cache, 0);
	CHECK_STR(cache.items.items[0].spec, "foo a name=p->name:string");
	CHECK(probe_cache_find(&cache, "bar") == &cache.items.items[2]);
}

TEST_MAIN
