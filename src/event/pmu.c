#include "event/pmu.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void event_pmu_free(struct event_pmu *pmu)
{
	if (!pmu) return;
	for (size_t i = 0; i < pmu->formats.count; i++) free(pmu->formats.items[i].name);
	for (size_t i = 0; i < pmu->aliases.count; i++) {
		free(pmu->aliases.items[i].name);
		free(pmu->aliases.items[i].terms);
		free(pmu->aliases.items[i].unit);
	}
	vec_done(&pmu->formats);
	vec_done(&pmu->aliases);
	free(pmu->name);
	free(pmu->cpus);
	free(pmu);
}

int event_pmu_add_format(struct event_pmu *pmu, const char *name, const char *text)
{
	struct pmu_format format = { 0 };
	if (strncmp(text, "config", 6) != 0) return -EINVAL;
	text += 6;
	if (*text >= '1' && *text <= '4') format.config = (uint8_t)(*text++ - '0');
	if (*text++ != ':') return -EINVAL;
	for (;;) {
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

const struct pmu_format *event_pmu_find_format(const struct event_pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->formats.count; i++)
		if (strcmp(pmu->formats.items[i].name, name) == 0) return &pmu->formats.items[i];
	return NULL;
}

const struct pmu_alias *event_pmu_find_alias(const struct event_pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->aliases.count; i++)
		if (strcmp(pmu->aliases.items[i].name, name) == 0) return &pmu->aliases.items[i];
	return NULL;
}

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

int pmu_format_store(const struct pmu_format *format, uint64_t value, struct event_attr *attr)
{
	unsigned width = 0;
	for (unsigned i = 0; i < format->nr_bits; i++) width += format->bits[i].last - format->bits[i].first + 1u;
	if (width < 64 && value >> width) return -ERANGE;
	uint64_t *config = config_of(attr, format->config);
	for (unsigned i = 0; i < format->nr_bits; i++) {
		unsigned bits = format->bits[i].last - format->bits[i].first + 1u;
		uint64_t mask = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
		*config = (*config & ~(mask << format->bits[i].first)) | (value & mask) << format->bits[i].first;
		value = bits == 64 ? 0 : value >> bits;
	}
	return 0;
}
