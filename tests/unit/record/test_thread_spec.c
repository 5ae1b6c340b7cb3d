/* Which thread drains which CPUs. */
#include "record/drain/thread_spec.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "tests/unit/test.h"

static const int32_t recorded[] = { 0, 1, 2, 3 };
static char root[] = "/tmp/thread-spec-XXXXXX";

static void put(const char *path, const char *text)
{
	_free_ char *full = xasprintf("%s/%s", root, path);
	for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	FILE *file = fopen(full, "w");
	CHECK(file && fputs(text, file) >= 0);
	if (file) fclose(file);
}

/* "0,1/0-1 ..." or "error N" */
static const char *parsed(const char *text)
{
	static struct strbuf out = STRBUF_INIT;
	struct thread_spec spec;
	struct kernelfs fs = { root };
	out.size = 0;
	int r = thread_spec_parse(text, &fs, recorded, ARRAY_SIZE(recorded), &spec, NULL);
	if (r < 0) {
		strbuf_printf(&out, "error %d", -r);
		return strbuf_text(&out);
	}
	for (size_t i = 0; i < spec.rows.count; i++) {
		const struct thread_spec_row *row = &spec.rows.items[i];
		if (i) strbuf_printf(&out, " ");
		for (size_t k = 0; k < row->cpus.items.count; k++)
			strbuf_printf(&out, "%s%d", k ? "," : "", row->cpus.items.items[k]);
		strbuf_printf(&out, "/");
		for (size_t k = 0; k < row->affinity.items.count; k++)
			strbuf_printf(&out, "%s%d", k ? "," : "", row->affinity.items.items[k]);
	}
	thread_spec_done(&spec);
	return strbuf_text(&out);
}

TEST(layouts)
{
	CHECK(mkdtemp(root) != NULL);
	for (unsigned cpu = 0; cpu < 4; cpu++) {
		_free_ char *core = xasprintf("sys/devices/system/cpu/cpu%u/topology/core_cpus_list", cpu);
		_free_ char *package = xasprintf("sys/devices/system/cpu/cpu%u/topology/package_cpus_list", cpu);
		put(core, cpu < 2 ? "0-1\n" : "2-3\n");
		put(package, "0-3\n");
	}
	put("sys/devices/system/node/node0/cpulist", "0,2\n");
	put("sys/devices/system/node/node1/cpulist", "1,3,9\n");
	CHECK_STR(parsed("cpu"), "0/0 1/1 2/2 3/3");
	CHECK_STR(parsed("core"), "0,1/0,1 2,3/2,3");
	CHECK_STR(parsed("package"), "0,1,2,3/0,1,2,3");
	CHECK_STR(parsed("numa"), "0,2/0,2 1,3/1,3,9");
	CHECK_STR(parsed("0,2-3/2-3:1/1"), "0,2,3/2,3 1/1");
	CHECK_STR(parsed("1/1"), "1,0,2,3/1");
	CHECK_STR(parsed("1,7/1"), "1,0,2,3/1");
	CHECK_STR(parsed("7/1"), "error 19");
	CHECK_STR(parsed("0/1:0/2"), "error 22");
	CHECK_STR(parsed("0/1:1/1"), "error 22");
	CHECK_STR(parsed("0"), "error 22");
	CHECK_STR(parsed(""), "error 22");
	CHECK_STR(parsed("0/"), "error 22");
	CHECK_STR(parsed("cores"), "error 22");
}

TEST_MAIN
