/* Words of AUXTRACE_INFO of CoreSight traces at random. */
#include <stdlib.h>
#include <string.h>
#include "hwtrace/coresight/etm_info.h"
#include "tests/fuzz/fuzz.h"

static uint64_t seen;

FUZZ(data, size)
{
	enum { MOST_WORDS = 512 };
	uint64_t words[MOST_WORDS];
	struct etm_info info;
	size_t count = size / sizeof(*words) < MOST_WORDS ? size / sizeof(*words) : MOST_WORDS;
	bool of_el2;
	memcpy(words, data, count * sizeof(*words));
	(void)etm_info_decode(words, count, &info);
	if (info.nr_cpus > count) abort();
	for (size_t i = 0; i < info.nr_cpus; i++)
		seen += info.cpus[i].idr0 + etm_cpu_tells_thread(&info.cpus[i], &of_el2);
	etm_info_done(&info);
}
