/* Names of libpfm4, for a CPU that it is told to take for this one. */
#include "event/spec/pfm.h"

#include <errno.h>
#include "tests/unit/test.h"

static struct pfm *open_pfm(void)
{
	setenv("LIBPFM_FORCE_PMU", "skx", 1);
	return pfm_open(NULL);
}

TEST(encoding)
{
	struct pfm *pfm = open_pfm();
	if (!pfm) SKIP("no libpfm4");
	struct event_attr attr;
	char *name = NULL;
	CHECK_INT(pfm_encode(pfm, "INST_RETIRED:ANY_P:u:c=1:i", false, &attr, &name, NULL), 0);
	CHECK_INT(attr.config & 0xff, 0xc0);
	CHECK_INT(attr.config >> 24, 1); /* cmask */
	CHECK(attr.config & 1 << 23);    /* inv */
	CHECK(attr.flags & ATTR_EXCLUDE_KERNEL && !(attr.flags & ATTR_EXCLUDE_USER));
	CHECK(name && strncmp(name, "skx::INST_RETIRED:ANY_P", 23) == 0);
	free(name);
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(pfm_encode(pfm, "nosuch", false, &attr, NULL, &err), -ENOENT);
	CHECK_STR(err.message, "failed to parse event nosuch : event not found");
	CHECK_INT(pfm_encode(pfm, "PERF_COUNT_HW_CPU_CYCLES", false, &attr, NULL, NULL),
		  -ENOENT); /* the kernel's own */
	CHECK_INT(pfm_encode(pfm, "INST_RETIRED:nosuch", false, &attr, NULL, NULL), -EINVAL);
	pfm_close(pfm);
}

TEST(lists)
{
	struct pfm *pfm = open_pfm();
	if (!pfm) SKIP("no libpfm4");
	struct event_list list = EVENT_LIST_INIT;
	CHECK_INT(pfm_parse(pfm, &list, "INST_RETIRED:ANY_P,{BR_MISP_RETIRED,UOPS_ISSUED:ANY},UNHALTED_CORE_CYCLES",
			    NULL),
		  0);
	CHECK_INT(event_list_count(&list), 4);
	CHECK_INT(event_list_get(&list, 1)->nr_members, 2);
	CHECK_INT(event_list_get(&list, 2)->leader, 1);
	CHECK_STR(event_list_get(&list, 2)->name, "UOPS_ISSUED:ANY");
	CHECK_INT(event_list_get(&list, 3)->leader, 3);
	static const char *const wrong[] = { "",
					     "INST_RETIRED:ANY_P,",
					     "{INST_RETIRED:ANY_P",
					     "INST_RETIRED:ANY_P}",
					     "{{UNHALTED_CORE_CYCLES}}",
					     "{UNHALTED_CORE_CYCLES}UNHALTED_CORE_CYCLES",
					     "nosuch" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		_err_done_ struct err err = ERR_INIT;
		CHECK(pfm_parse(pfm, &list, wrong[i], &err) < 0 && err.message);
		CHECK_INT(event_list_count(&list), 4);
	}
	event_list_done(&list);
	size_t count = 0;
	for (const char *const *names = pfm_names(pfm); names[count]; count += 2)
		;
	CHECK(count > 200);
	pfm_close(pfm);
}

TEST_MAIN
