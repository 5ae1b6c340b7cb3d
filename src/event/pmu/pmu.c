/* A PMU's fields, named events and capabilities: filling them, finding them, and putting values into the bits of an
 * attr. The order of formats is that in which the kernel lists its files: error messages show it. */
#include "event/pmu/pmu.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void event_pmu_free(struct event_pmu *pmu)
{
	if (!pmu) return;
	for (size_t i = 0; i < pmu->formats.count; i++) free(pmu->formats.items[i].name);
	for (size_t i = 0; i < pmu->aliases.count; i++) {
		free(pmu->aliases.items[i].name);
		free(pmu->aliases.items[i].terms);
		free(pmu->aliases.items[i].unit);
		free(pmu->aliases.items[i].desc);
		free(pmu->aliases.items[i].long_desc);
		free(pmu->aliases.items[i].topic);
	}
	for (size_t i = 0; i < pmu->caps.count; i++) {
		free(pmu->caps.items[i].name);
		free(pmu->caps.items[i].value);
	}
	vec_done(&pmu->caps);
	vec_done(&pmu->formats);
	vec_done(&pmu->aliases);
	free(pmu->name);
	free(pmu->cpus);
	free(pmu->identifier);
	free(pmu);
}

/* The name tells what sysfs does not: no file says that a PMU writes a trace. "cpum_cf" is the counter facility of
 * s390. */
void event_pmu_classify(struct event_pmu *pmu, bool has_cpus_file)
{
	/* PMUs that write a trace; names may have a number behind. */
	static const char *const traces[] = { "intel_pt", "intel_bts", "cs_etm", "arm_spe", "hisi_ptt" };
	pmu->is_core = has_cpus_file || strcmp(pmu->name, "cpu") == 0 || strcmp(pmu->name, "cpum_cf") == 0;
	for (size_t i = 0; i < ARRAY_SIZE(traces); i++) pmu->is_selectable |= text_starts_with(pmu->name, traces[i]);
}

int event_pmu_add_format(struct event_pmu *pmu, const char *name, const char *text)
{
	struct pmu_format format = { 0 };
	if (strncmp(text, "config", 6) != 0) return -EINVAL;
	text += 6;
	/* "config", "config1" to "config4" */
	if (*text >= '1' && *text <= '4') format.config = (uint8_t)(*text++ - '0');
	if (*text++ != ':') return -EINVAL;
	for (;;) {
		/* "config1:0-7,32-35": ranges, or single bits, the lowest part of the value first */
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;
		if (end == text) return -EINVAL;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
			if (end == text) return -EINVAL;
		}
		if (first > last || last > 63 || format.nr_bits == ARRAY_SIZE(format.bits)) return -EINVAL;
		format.bits[format.nr_bits++] = (struct pmu_bits){ (uint8_t)first, (uint8_t)last };
		if (*end != ',') break;
		text = end + 1;
	}
	format.name = xstrdup(name);
	vec_push(&pmu->formats, format);
	return 0;
}

void event_pmu_add_alias(struct event_pmu *pmu, const char *name, const char *terms)
{
	struct pmu_alias alias = { .name = xstrdup(name), .terms = xstrdup(terms), .scale = 1 };
	vec_push(&pmu->aliases, alias);
}

bool pmu_alias_set(struct pmu_alias *alias, const char *suffix, const char *text)
{
	if (strcmp(suffix, "unit") == 0) {
		free(alias->unit);
		alias->unit = xstrdup(text);
	} else if (strcmp(suffix, "scale") == 0) {
		alias->scale = strtod(text, NULL);
	} else if (strcmp(suffix, "per-pkg") == 0) {
		alias->per_pkg = true;
	} else if (strcmp(suffix, "snapshot") == 0) {
		alias->snapshot = true;
	} else {
		return false;
	}
	return true;
}

const struct pmu_format *event_pmu_find_format(const struct event_pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->formats.count; i++)
		if (strcmp(pmu->formats.items[i].name, name) == 0) return &pmu->formats.items[i];
	return NULL;
}

const struct pmu_alias *event_pmu_find_alias(const struct event_pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->aliases.count; i++)
		if (strcasecmp(pmu->aliases.items[i].name, name) == 0) return &pmu->aliases.items[i];
	return NULL;
}

const char *event_pmu_cap(const struct event_pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->caps.count; i++)
		if (strcmp(pmu->caps.items[i].name, name) == 0) return pmu->caps.items[i].value;
	return NULL;
}

/* By name, as sysfs does not say it. */
bool event_pmu_is_software(const struct event_pmu *pmu)
{
	static const char *const names[] = { "software", "tracepoint", "breakpoint", "msr", "kprobe", "uprobe" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(names[i], pmu->name) == 0) return true;
	return false;
}

/* The word of attr that a format's config means. */
static uint64_t *config_of(struct event_attr *attr, unsigned config)
{
	switch (config) {
	case 1: return &attr->config1;
	case 2: return &attr->config2;
	case 3: return &attr->config3;
	case 4: return &attr->config4;
	default: return &attr->config;
	}
}

unsigned pmu_format_width(const struct pmu_format *format)
{
	unsigned width = 0;
	for (unsigned i = 0; i < format->nr_bits; i++) width += format->bits[i].last - format->bits[i].first + 1u;
	return width;
}

int pmu_format_store(const struct pmu_format *format, uint64_t value, struct event_attr *attr)
{
	/* checked first, so that attr is unchanged after a failure */
	unsigned width = pmu_format_width(format);
	if (width < 64 && value >> width) return -ERANGE;
	uint64_t *config = config_of(attr, format->config);
	for (unsigned i = 0; i < format->nr_bits; i++) {
		unsigned bits = format->bits[i].last - format->bits[i].first + 1u;
		uint64_t mask = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
		/* The lowest bits of value go to the first range. */
		*config = (*config & ~(mask << format->bits[i].first)) | (value & mask) << format->bits[i].first;
		value = bits == 64 ? 0 : value >> bits;
	}
	return 0;
}

size_t pmu_name_stem(const char *name, uint64_t *ret_number)
{
	size_t size = strlen(name), at = size;
	bool hex = false;
	if (ret_number) *ret_number = 0;
	/* Digits from the end; hexadecimal ones only where there are more than two, as "uncore_cbox_a" may be a
	 * name. */
	while (at && isxdigit((unsigned char)name[at - 1])) hex |= !isdigit((unsigned char)name[--at]);
	if (at < 2 || at == size || name[at - 1] != '_' || (hex && size - at <= 2)) return size;
	if (ret_number) *ret_number = strtoull(name + at, NULL, hex ? 16 : 10);
	return at - 1;
}

/* Names are compared as far as the shorter stem goes, so that like PMUs are neighbours. */
int event_pmu_compare(const struct event_pmu *a, const struct event_pmu *b)
{
	if (a->is_core != b->is_core) return a->is_core ? -1 : 1;
	uint64_t m, n;
	size_t p = pmu_name_stem(a->name, &m), q = pmu_name_stem(b->name, &n);
	int order = strncmp(a->name, b->name, MIN(p, q));
	if (order) return order;
	if (p != q) return p < q ? -1 : 1;
	return m != n ? (m > n) - (m < n) : strcmp(a->name, b->name);
}
