/* Which PMUs a name stands for. A name that fits exactly wins; else every PMU is compared with it as a glob and as a
 * stem, with and without "uncore_" in front.
 *
 *     "imc"  ->  uncore_imc_0, uncore_imc_1        "uncore_i*"  ->  all that begin so        "cpu"  ->  cpu alone */
#include "event/pmu/pmu_match.h"

#include <fnmatch.h>
#include <string.h>

void pmu_match_done(struct pmu_match *match) { vec_done(&match->pmus); }

/* Whether pmu is stem with a number behind it: "uncore_imc" of "uncore_imc_0". */
static bool is_stem(const char *pmu, const char *stem)
{
	size_t n = strlen(stem);
	return strlen(pmu) > n && strncmp(pmu, stem, n) == 0 && pmu_name_stem(pmu, NULL) == n;
}

/* Whether pattern is a glob or the stem of this PMU's name, or of what follows "uncore_" in it. */
static bool matches(const char *pmu, const char *pattern)
{
	const char *bare = strncmp(pmu, "uncore_", 7) == 0 ? pmu + 7 : pmu;
	return fnmatch(pattern, pmu, 0) == 0 || fnmatch(pattern, bare, 0) == 0 || is_stem(pmu, pattern) ||
	       is_stem(bare, pattern);
}

static int compare(const void *left, const void *right)
{
	const struct event_pmu *a = *(const struct event_pmu *const *)left,
			       *b = *(const struct event_pmu *const *)right;
	return event_pmu_compare(a, b);
}

/* By rank: it decides in which order an event's copies stand in a list. */
static void sort(struct pmu_match *match)
{
	if (match->pmus.count) qsort(match->pmus.items, match->pmus.count, sizeof(match->pmus.items[0]), compare);
}

/* Appends the PMU of exactly that name, if there is one. */
static void add(const struct event_catalogue *catalogue, const char *name, struct pmu_match *ret)
{
	const struct event_pmu *pmu = catalogue->find_pmu(catalogue->ctx, name);
	if (pmu) vec_push(&ret->pmus, pmu);
}

void pmu_match_name(const struct event_catalogue *catalogue, const char *pattern, struct pmu_match *ret)
{
	add(catalogue, pattern, ret);
	if (ret->pmus.count) return;
	for (const char *const *name = catalogue->pmu_names(catalogue->ctx); *name; name++)
		if (matches(*name, pattern)) add(catalogue, *name, ret);
	sort(ret);
}

void pmu_match_cores(const struct event_catalogue *catalogue, struct pmu_match *ret)
{
	for (const char *const *name = catalogue->pmu_names(catalogue->ctx); *name; name++)
		if (strcmp(*name, "cpu") == 0 || (catalogue->is_core && catalogue->is_core(catalogue->ctx, *name)))
			add(catalogue, *name, ret);
	sort(ret);
}

void pmu_match_all(const struct event_catalogue *catalogue, struct pmu_match *ret)
{
	size_t count = 0;
	if (!catalogue->all_pmus) {
		for (const char *const *name = catalogue->pmu_names(catalogue->ctx); *name; name++)
			add(catalogue, *name, ret);
		return;
	}
	const struct event_pmu *const *all = catalogue->all_pmus(catalogue->ctx, &count);
	for (size_t i = 0; i < count; i++) vec_push(&ret->pmus, all[i]);
}
