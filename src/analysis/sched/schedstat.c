/* Counters are unsigned int in the kernel but for the three times of a CPU, and wrap: differences do so, too. */
#include "analysis/sched/schedstat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "perfdata/record/record.h"

enum { VERSION_MIN = 15, VERSION_WITH_NAMES = 17, VERSION_MAX = 17, CPU_WORDS = 6, DOMAIN_SLOTS = 46 };

void schedstat_done(struct schedstat *stat)
{
	for (size_t i = 0; i < stat->cpus.count; i++) vec_done(&stat->cpus.items[i].domains);
	vec_done(&stat->cpus);
	*stat = (struct schedstat){ 0 };
}

/* -- the text -- */

/* Reads up to max numbers; returns how many there were. */
static size_t parse_numbers(const char *text, uint64_t *ret_numbers, size_t max)
{
	size_t count = 0;
	for (char *end; count < max; text = end) {
		uint64_t number = strtoull(text, &end, 10);
		if (end == text) break;
		ret_numbers[count++] = number;
	}
	return count;
}

/* Words of eight hexadecimal digits with commas, the highest first: "3" or "ff,00000001". */
static bool mask_has(const char *mask, unsigned cpu)
{
	size_t size = strlen(mask);
	const char *end = mask + size;
	for (unsigned word = 0; word < cpu / 32; word++) {
		while (end > mask && end[-1] != ',') end--;
		if (end == mask) return false;
		end--;
	}
	const char *begin = end;
	while (begin > mask && begin[-1] != ',') begin--;
	return strtoull(begin, NULL, 16) >> (cpu % 32) & 1;
}

/* The same as a list: "0-1". */
static char *list_of_mask(const char *mask, struct arena *arena)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	unsigned bits = (unsigned)strlen(mask) * 4;
	for (unsigned cpu = 0; cpu < bits; cpu++) {
		unsigned last = cpu;
		if (!mask_has(mask, cpu)) continue;
		while (last + 1 < bits && mask_has(mask, last + 1)) last++;
		strbuf_printf(&text, last > cpu ? "%s%u-%u" : "%s%u", text.size ? "," : "", cpu, last);
		cpu = last;
	}
	return arena_strdup(arena, strbuf_text(&text));
}

/* Domains of the header, while they are collected. */
struct domains {
	VEC(struct header_sched_domain) items;
};

/* "domain0 SMT 3 1 2 ..." without its first word. */
static bool parse_domain(unsigned number, char *rest, struct schedstat *stat, struct perf_header *header,
			 struct domains *domains)
{
	struct schedstat_domain domain = { .number = number };
	struct header_sched_domain described = { .domain = number };
	if (!stat->cpus.count) return false;
	struct schedstat_cpu *cpu = &stat->cpus.items[stat->cpus.count - 1];
	char *name = stat->version >= VERSION_WITH_NAMES ? strsep(&rest, " ") : NULL, *mask = strsep(&rest, " ");
	if (!mask || !rest) return false;
	size_t wanted = stat->version >= VERSION_WITH_NAMES ? SCHED_STATS_DOMAIN_MAX : 36;
	if (parse_numbers(rest, domain.counters, wanted) < wanted) return false;
	vec_push(&cpu->domains, domain);
	described.cpu = cpu->cpu;
	described.name = name ? arena_strdup(&header->arena, name) : NULL;
	described.mask = arena_strdup(&header->arena, mask);
	described.cpus = list_of_mask(mask, &header->arena);
	vec_push(&domains->items, described);
	header->max_sched_domains = MAX(header->max_sched_domains, (uint32_t)cpu->domains.count);
	return true;
}

/* False: the line makes no sense. Lines of other kinds are passed over. */
static bool parse_line(char *line, struct schedstat *stat, struct perf_header *header, struct domains *domains)
{
	unsigned number;
	int end = 0;
	if (sscanf(line, "timestamp %" SCNu64, &stat->jiffies) == 1) return true;
	if (sscanf(line, "domain%u %n", &number, &end) == 1 && end)
		return parse_domain(number, line + end, stat, header, domains);
	if (sscanf(line, "cpu%u %n", &number, &end) != 1 || !end) return true;
	struct schedstat_cpu cpu = { .cpu = number };
	if (parse_numbers(line + end, cpu.counters, SCHED_STATS_CPU_MAX) < SCHED_STATS_CPU_MAX) return false;
	vec_push(&stat->cpus, cpu);
	return true;
}

int schedstat_parse(const char *text, struct schedstat *ret, struct perf_header *header, struct err *err)
{
	_free_ char *lines = xstrdup(text);
	char *rest = lines;
	struct domains domains = { VEC_INIT };
	int r = 0;
	*ret = (struct schedstat){ 0 };
	if (sscanf(text, "version %u", &ret->version) != 1 || ret->version < VERSION_MIN || ret->version > VERSION_MAX)
		return err_set(err, -EPROTONOSUPPORT, "Unsupported /proc/schedstat version: %u", ret->version);
	header->schedstat_version = ret->version;
	header->max_sched_domains = 0;
	for (char *line; r >= 0 && (line = strsep(&rest, "\n"));)
		if (!parse_line(line, ret, header, &domains))
			r = err_set(err, -EBADMSG, "/proc/schedstat has a line that is not of version %u: %.40s",
				    ret->version, line);
	size_t size = domains.items.count * sizeof(*domains.items.items);
	header->sched_domains = size ? arena_memdup(&header->arena, domains.items.items, size) : NULL;
	header->nr_sched_domains = (uint32_t)domains.items.count;
	vec_done(&domains.items);
	if (r < 0) schedstat_done(ret);
	return r;
}

/* -- records -- */

static void write_cpu(const struct schedstat *stat, const struct schedstat_cpu *cpu, struct outbuf *out)
{
	struct outbuf counters;
	out_init(&counters, -1);
	for (size_t i = 0; i < SCHED_STATS_CPU_MAX; i++) {
		if (i < CPU_WORDS) out_u32(&counters, (uint32_t)cpu->counters[i]);
		else out_u64(&counters, cpu->counters[i]);
	}
	const struct record_schedstat_cpu v = { .timestamp = stat->jiffies,
						.cpu = cpu->cpu,
						.version = (uint16_t)stat->version,
						.counters = cursor_of(counters.data, counters.size, false) };
	(void)!record_encode_schedstat_cpu(out, (struct record_envelope){ .type = RECORD_SCHEDSTAT_CPU }, &v);
	out_done(&counters);
}

/* As upstream: room for the most counters, whatever the version. */
static void write_domain(const struct schedstat *stat, uint32_t cpu, const struct schedstat_domain *domain,
			 struct outbuf *out)
{
	struct outbuf counters;
	out_init(&counters, -1);
	for (size_t i = 0; i < DOMAIN_SLOTS; i++)
		out_u32(&counters, i < SCHED_STATS_DOMAIN_MAX ? (uint32_t)domain->counters[i] : 0);
	const struct record_schedstat_domain v = { .timestamp = stat->jiffies,
						   .cpu = cpu,
						   .version = (uint16_t)stat->version,
						   .domain = (uint16_t)domain->number,
						   .counters = cursor_of(counters.data, counters.size, false) };
	(void)!record_encode_schedstat_domain(out, (struct record_envelope){ .type = RECORD_SCHEDSTAT_DOMAIN }, &v);
	out_done(&counters);
}

void schedstat_write(const struct schedstat *stat, struct outbuf *out)
{
	for (size_t i = 0; i < stat->cpus.count; i++) {
		const struct schedstat_cpu *cpu = &stat->cpus.items[i];
		write_cpu(stat, cpu, out);
		for (size_t k = 0; k < cpu->domains.count; k++)
			write_domain(stat, cpu->cpu, &cpu->domains.items[k], out);
	}
}

/* A record joins the snapshot of its time. */
static bool add_record(const struct record *r, struct schedstat *stat)
{
	struct record_schedstat_cpu of_cpu;
	struct record_schedstat_domain of_domain;
	if (r->type == RECORD_SCHEDSTAT_CPU && record_decode_schedstat_cpu(r, &of_cpu) >= 0) {
		struct schedstat_cpu cpu = { .cpu = of_cpu.cpu };
		stat->version = of_cpu.version;
		stat->jiffies = of_cpu.timestamp;
		for (size_t i = 0; i < SCHED_STATS_CPU_MAX; i++)
			cpu.counters[i] = i < CPU_WORDS ? cursor_u32(&of_cpu.counters) : cursor_u64(&of_cpu.counters);
		if (!cursor_ok(&of_cpu.counters)) return false;
		vec_push(&stat->cpus, cpu);
	} else if (r->type == RECORD_SCHEDSTAT_DOMAIN && record_decode_schedstat_domain(r, &of_domain) >= 0) {
		struct schedstat_domain domain = { .number = of_domain.domain };
		if (!stat->cpus.count || vec_last(&stat->cpus)->cpu != of_domain.cpu) return false;
		for (size_t i = 0; i < SCHED_STATS_DOMAIN_MAX && cursor_left(&of_domain.counters) >= 4; i++)
			domain.counters[i] = cursor_u32(&of_domain.counters);
		vec_push(&vec_last(&stat->cpus)->domains, domain);
	}
	return true;
}

/* When a record's snapshot was taken; false: it is of none. */
static bool time_of(const struct record *r, uint64_t *ret)
{
	struct record_schedstat_cpu cpu;
	struct record_schedstat_domain domain;
	if (r->type == RECORD_SCHEDSTAT_CPU && record_decode_schedstat_cpu(r, &cpu) >= 0) *ret = cpu.timestamp;
	else if (r->type == RECORD_SCHEDSTAT_DOMAIN && record_decode_schedstat_domain(r, &domain) >= 0)
		*ret = domain.timestamp;
	else return false;
	return true;
}

int schedstat_read(struct perfdata *pd, struct schedstat *ret_first, struct schedstat *ret_last, struct err *err)
{
	struct record r;
	unsigned nr_snapshots = 0;
	uint64_t now = 0, at;
	bool whole = true;
	int rc;
	*ret_first = *ret_last = (struct schedstat){ 0 };
	while ((rc = perfdata_next(pd, &r)) > 0) {
		if (!time_of(&r, &at)) continue;
		if (!nr_snapshots || at != now) {
			if (++nr_snapshots > 2) schedstat_done(ret_last);
			now = at;
		}
		whole &= add_record(&r, nr_snapshots == 1 ? ret_first : ret_last);
	}
	if (rc < 0) return err_set_errno(err, rc, "%s", perfdata_path(pd));
	if (!whole) return err_set(err, -EBADMSG, "%s has damaged records of schedstat", perfdata_path(pd));
	if (nr_snapshots < 2)
		return err_set(err, -ENODATA, "%s has %s of schedstat: it is no recording of perf sched stats record",
			       perfdata_path(pd), nr_snapshots ? "one record" : "no records");
	return 0;
}

/* -- what happened between two -- */

static const struct schedstat_cpu *find_cpu(const struct schedstat *stat, uint32_t number)
{
	for (size_t i = 0; i < stat->cpus.count; i++)
		if (stat->cpus.items[i].cpu == number) return &stat->cpus.items[i];
	return NULL;
}

static const struct schedstat_domain *find_domain(const struct schedstat_cpu *cpu, uint32_t number)
{
	for (size_t i = 0; i < cpu->domains.count; i++)
		if (cpu->domains.items[i].number == number) return &cpu->domains.items[i];
	return NULL;
}

/* Counters of one time; how many of them are of 32 bits. */
static void subtract(const uint64_t *last, const uint64_t *first, size_t count, size_t words, uint64_t *ret)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t difference = last[i] - first[i];
		ret[i] = i < words ? (uint32_t)difference : difference;
	}
}

/* The block of a domain: its name and CPUs, where the header tells. */
static struct sched_stats_block block_of(const struct schedstat_pair *pair, uint32_t cpu, uint32_t domain,
					 struct arena *arena)
{
	struct sched_stats_block block = { .cpu = (int32_t)cpu, .cpus = "" };
	const struct perf_header *header = pair->header;
	for (uint32_t i = 0; i < header->nr_sched_domains; i++) {
		const struct header_sched_domain *described = &header->sched_domains[i];
		if (described->cpu != cpu || described->domain != domain) continue;
		if (described->name) block.domain = arena_strdup(arena, described->name);
		if (described->cpus) block.cpus = arena_strdup(arena, described->cpus);
		break;
	}
	if (!block.domain) block.domain = arena_printf(arena, "%u", domain);
	return block;
}

/* The blocks of a CPU, of one run. */
static void add_cpu(const struct schedstat_pair *pair, const struct schedstat_cpu *last, unsigned run,
		    struct sched_stats_result *ret)
{
	const struct schedstat_cpu *first = find_cpu(pair->first, last->cpu);
	struct sched_stats_block block = { .cpu = (int32_t)last->cpu, .cpus = "" };
	if (!first) return; /* went online in between */
	subtract(last->counters, first->counters, SCHED_STATS_CPU_MAX, CPU_WORDS, block.counters[run]);
	vec_push(&ret->blocks, block);
	for (size_t i = 0; i < last->domains.count; i++) {
		const struct schedstat_domain *now = &last->domains.items[i];
		const struct schedstat_domain *before = find_domain(first, now->number);
		if (!before) continue;
		struct sched_stats_block of_domain = block_of(pair, last->cpu, now->number, &ret->arena);
		subtract(now->counters, before->counters, SCHED_STATS_DOMAIN_MAX, SCHED_STATS_DOMAIN_MAX,
			 of_domain.counters[run]);
		vec_push(&ret->blocks, of_domain);
	}
}

static bool is_wanted(uint32_t cpu, const int32_t *cpus, size_t nr_cpus)
{
	for (size_t i = 0; i < nr_cpus; i++)
		if ((uint32_t)cpus[i] == cpu) return true;
	return !nr_cpus;
}

/* Whether two blocks are summed up in one: both of CPUs, or of domains of one name. */
static bool is_alike(const struct sched_stats_block *a, const struct sched_stats_block *b)
{
	return a->domain && b->domain ? strcmp(a->domain, b->domain) == 0 : a->domain == b->domain;
}

/* Adds the means of the blocks from first on to the front of ret; nr_cpus: of how many CPUs these are. */
static void add_means(const struct sched_stats_block *blocks, size_t count, unsigned run, size_t nr_cpus,
		      struct sched_stats_result *ret)
{
	for (size_t i = 0; i < count; i++) {
		struct sched_stats_block *sum = NULL;
		for (size_t k = 0; k < ret->blocks.count && !sum; k++)
			if (ret->blocks.items[k].cpu < 0 && is_alike(&ret->blocks.items[k], &blocks[i]))
				sum = &ret->blocks.items[k];
		if (!sum) {
			const struct sched_stats_block mean = { .cpu = -1, .domain = blocks[i].domain, .cpus = "" };
			vec_push(&ret->blocks, mean);
			sum = vec_last(&ret->blocks);
		}
		for (size_t k = 0; k < SCHED_STATS_DOMAIN_MAX; k++) sum->counters[run][k] += blocks[i].counters[run][k];
	}
	for (size_t i = 0; i < ret->blocks.count; i++)
		for (size_t k = 0; k < SCHED_STATS_DOMAIN_MAX; k++) ret->blocks.items[i].counters[run][k] /= nr_cpus;
}

int schedstat_compare(const struct schedstat_pair *pairs, unsigned nr_runs, const int32_t *cpus, size_t nr_cpus,
		      struct sched_stats_result *ret, struct err *err)
{
	*ret = (struct sched_stats_result){ .version = pairs[0].last->version, .nr_runs = nr_runs };
	arena_init(&ret->arena);
	for (unsigned run = 0; run < nr_runs; run++) {
		const struct schedstat_pair *pair = &pairs[run];
		struct sched_stats_result own = { .arena = ret->arena };
		size_t nr_counted = 0;
		if (pair->last->version != ret->version)
			return err_set(err, -EINVAL, "the recordings are of different versions of schedstat: %u and %u",
				       ret->version, pair->last->version);
		ret->jiffies[run] = pair->last->jiffies - pair->first->jiffies;
		for (size_t i = 0; i < pair->last->cpus.count; i++) {
			const struct schedstat_cpu *cpu = &pair->last->cpus.items[i];
			if (!is_wanted(cpu->cpu, cpus, nr_cpus)) continue;
			nr_counted++;
			add_cpu(pair, cpu, run, &own);
		}
		add_means(own.blocks.items, own.blocks.count, run, MAX(nr_counted, (size_t)1), ret);
		for (size_t i = 0; nr_runs == 1 && i < own.blocks.count; i++)
			vec_push(&ret->blocks, own.blocks.items[i]);
		ret->arena = own.arena;
		vec_done(&own.blocks);
	}
	return 0;
}
