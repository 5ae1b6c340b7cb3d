/* What readers of an Intel PT trace must know: which bits of the event's config mean what, how the time stamp counter
 * becomes time, what the processor can do. The words and their order are those that `perf script -D` names; bits and
 * capabilities are what sysfs says (perf-intel-pt(1)). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "record/aux/aux_kind.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
/* TSC ticks per tick of the crystal clock (Intel SDM volume 2A, CPUID, leaf 15H); 0: not told. */
static void tsc_ratio(uint64_t *ret_numerator, uint64_t *ret_denominator)
{
	enum { RATIO_LEAF = 0x15 };
	unsigned denominator = 0, numerator = 0, crystal_hz, unused;
	*ret_numerator = *ret_denominator = 0;
	if (__get_cpuid_max(0, NULL) < RATIO_LEAF) return;
	__cpuid_count(RATIO_LEAF, 0, denominator, numerator, crystal_hz, unused);
	(void)crystal_hz;
	(void)unused;
	*ret_numerator = numerator;
	*ret_denominator = denominator;
}
#else
static void tsc_ratio(uint64_t *ret_numerator, uint64_t *ret_denominator) { *ret_numerator = *ret_denominator = 0; }
#endif

#define DEVICE "sys/bus/event_source/devices/intel_pt"

/* The bits of a field of config ("config:14-17"); 0: there is none. */
static uint64_t format_bits(const struct kernelfs *fs, const char *name)
{
	unsigned first, last;
	_free_ char *text = kernelfs_read(fs, DEVICE "/format/%s", name);
	int count = text ? sscanf(text, "config:%u-%u", &first, &last) : 0;
	if (count < 1 || first > 63) return 0;
	if (count == 1) last = first;
	if (last > 63 || last < first) return 0;
	return (UINT64_MAX >> (63 - last)) & (UINT64_MAX << first);
}

static uint64_t number(const struct kernelfs *fs, const char *name)
{
	uint64_t value = 0;
	(void)kernelfs_read_u64(fs, &value, DEVICE "/%s", name);
	return value;
}

/* Which values of a field there are, a bit each (caps/NAME, in hexadecimal). */
static uint64_t valid_values(const struct kernelfs *fs, const char *name)
{
	_free_ char *text = kernelfs_read(fs, DEVICE "/caps/%s", name);
	return text ? strtoull(text, NULL, 16) : 0;
}

/* "0-5", "0,3,6,9" */
static void list_values(uint64_t valid, struct strbuf *to)
{
	for (unsigned value = 0; value < 64; value++) {
		if (!(valid >> value & 1)) continue;
		unsigned last = value;
		while (last < 63 && valid >> (last + 1) & 1) last++;
		strbuf_printf(to, "%s%u", to->size ? "," : "", value);
		if (last > value) strbuf_printf(to, "%c%u", last > value + 1 ? '-' : ',', last);
		value = last;
	}
}

/* Terms whose values only some processors have, what says that there are such at all, and which. */
static const struct {
	const char *term, *caps, *values;
	const char *used_with; /* the term without which the value does not matter; NULL: it always does */
} limited[] = {
	{ "cyc_thresh", "psb_cyc", "cycle_thresholds", "cyc" },
	{ "mtc_period", "mtc", "mtc_periods", "mtc" },
	{ "psb_period", "psb_cyc", "psb_periods", NULL },
};

int aux_intel_pt_check(const struct aux_facts *facts, struct err *err)
{
	const struct kernelfs *fs = facts->fs;
	uint64_t config = facts->spec->attr.config;
	for (size_t i = 0; i < ARRAY_SIZE(limited); i++) {
		uint64_t bits = format_bits(fs, limited[i].term);
		if (!bits) continue;
		if (limited[i].used_with && !(config & format_bits(fs, limited[i].used_with))) continue;
		/* 0 is what there is where nothing can be chosen */
		uint64_t valid = valid_values(fs, limited[i].caps) ? valid_values(fs, limited[i].values) | 1 : 1;
		uint64_t value = (config & bits) / (bits & -bits);
		if (value < 64 && valid >> value & 1) continue;
		_strbuf_done_ struct strbuf list = STRBUF_INIT;
		list_values(valid, &list);
		return err_set(err, -EINVAL, "Invalid %s for intel_pt. Valid values are: %s", limited[i].term,
			       strbuf_text(&list));
	}
	return 0;
}

/* Readers are woken when a quarter of the area is full, early enough to keep up. */
int aux_intel_pt_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err)
{
	enum { USUAL_BYTES = 4 << 20, LEAST_BYTES = 128 << 10 };
	(void)err;
	if (!spec->names_guests) spec->attr.flags &= ~ATTR_EXCLUDE_GUEST;
	if (facts->snapshots || facts->in_samples) return 0;
	/* where the kernel decides on the size, the smaller one is right for both */
	size_t usual = geteuid() == 0 ? USUAL_BYTES : LEAST_BYTES,
	       bytes = facts->area_bytes ? facts->area_bytes : usual;
	spec->attr.aux_watermark = (uint32_t)MIN(bytes / 4, (size_t)UINT32_MAX);
	return 0;
}

size_t aux_intel_pt_sync_bytes(const struct kernelfs *fs, struct event_spec *spec)
{
	enum { SHORTEST_SHIFT = 11 };
	uint64_t bits = format_bits(fs, "psb_period");
	if (!bits) return 0;
	/* a term shows in the name: without one the period is the usual, which is too long here */
	if (!strstr(spec->name, "psb_period") && !strstr(spec->name, "config")) spec->attr.config &= ~bits;
	return (size_t)1 << (SHORTEST_SHIFT + (spec->attr.config & bits) / (bits & -bits));
}

/* How context switches are told: not at all, of the traced threads, or of all that runs on the CPUs. */
static uint64_t switch_kind(const struct aux_facts *facts)
{
	enum { NONE = 0, OF_THREADS = 2, OF_CPUS = 3 };
	if (!facts->has_switches) return NONE;
	return facts->has_cpu ? OF_CPUS : OF_THREADS;
}

size_t aux_intel_pt_info(const struct aux_facts *facts, uint64_t *words)
{
	const struct kernelfs *fs = facts->fs;
	const char *filter = facts->spec->filter ? facts->spec->filter : "";
	size_t count = 0, filter_bytes = *filter ? (strlen(filter) + 8) & ~(size_t)7 : 0, most = 128 * sizeof(uint64_t);
	words[count++] = facts->spec->attr.type;
	words[count++] = facts->clock.shift;
	words[count++] = facts->clock.mult;
	words[count++] = facts->clock.zero_ns;
	words[count++] = facts->clock_known;
	words[count++] = format_bits(fs, "tsc");
	words[count++] = format_bits(fs, "noretcomp");
	words[count++] = switch_kind(facts);
	words[count++] = facts->snapshots;
	words[count++] = facts->has_cpu_areas;
	words[count++] = format_bits(fs, "mtc");
	words[count++] = format_bits(fs, "mtc_period");
	tsc_ratio(&words[count], &words[count + 1]);
	count += 2;
	words[count++] = format_bits(fs, "cyc");
	words[count++] = number(fs, "max_nonturbo_ratio");
	if (filter_bytes > most) filter_bytes = 0;
	words[count++] = filter_bytes ? strlen(filter) : 0; /* behind it come whole words, with a NUL */
	if (filter_bytes) {
		words[count + filter_bytes / sizeof(uint64_t) - 1] = 0;
		memcpy(&words[count], filter, strlen(filter));
		count += filter_bytes / sizeof(uint64_t);
	}
	words[count++] = number(fs, "caps/event_trace");
	return count;
}
