#include "hwtrace/coresight/etm_info.h"

#include <errno.h>
#include <stdlib.h>
#include "base/compiler.h"

#define ETM4_MAGIC 0x4040404040404040ull
#define ETE_MAGIC 0x5050505050505050ull
enum { VERSION_WITHOUT_COUNTS, VERSION_MOST = 2, HEADER_WORDS = 3, OLD_ETM4_PARAMETERS = 7 };
/* Words of a CPU, behind its magic number, the CPU's, and, in newer versions, how many follow. */
enum { WORD_CONFIGR, WORD_TRACE_ID, WORD_IDR0, WORD_IDR1, WORD_IDR2, WORD_IDR8, WORD_AUTHSTATUS, WORD_DEVARCH };

static struct etm_cpu decode_cpu(uint64_t magic, uint64_t cpu, const uint64_t *words, size_t count)
{
	struct etm_cpu ret = { .cpu = (uint32_t)cpu };
	if (magic == ETM4_MAGIC) ret.kind = ETM_4;
	if (magic == ETE_MAGIC) ret.kind = ETM_ETE;
	if (count <= WORD_AUTHSTATUS) ret.kind = ETM_UNKNOWN;
	if (ret.kind == ETM_UNKNOWN) return ret;
	ret.configr = (uint32_t)words[WORD_CONFIGR];
	ret.trace_id = words[WORD_TRACE_ID] & 0x7f;
	ret.idr0 = (uint32_t)words[WORD_IDR0];
	ret.idr1 = (uint32_t)words[WORD_IDR1];
	ret.idr2 = (uint32_t)words[WORD_IDR2];
	ret.idr8 = (uint32_t)words[WORD_IDR8];
	if (ret.kind == ETM_ETE && count > WORD_DEVARCH) ret.devarch = (uint32_t)words[WORD_DEVARCH];
	return ret;
}

int etm_info_decode(const uint64_t *words, size_t count, struct etm_info *ret)
{
	*ret = (struct etm_info){ 0 };
	if (count < HEADER_WORDS) return -EBADMSG;
	uint64_t version = words[0], nr_cpus = words[1] & UINT32_MAX;
	if (version > VERSION_MOST) return -EOPNOTSUPP;
	if (nr_cpus > ETM_MOST_CPUS || nr_cpus > count) return -EBADMSG;
	ret->pmu_type = (uint32_t)(words[1] >> 32);
	ret->snapshots = words[2];
	ret->cpus = xcalloc(nr_cpus + 1, sizeof(*ret->cpus));
	size_t at = HEADER_WORDS, head = version == VERSION_WITHOUT_COUNTS ? 2 : 3;
	for (size_t i = 0; i < nr_cpus; i++) {
		if (count - at < head) return -EBADMSG;
		uint64_t magic = words[at], nr_words = head == 3 ? words[at + 2] : OLD_ETM4_PARAMETERS;
		if (head == 2 && magic != ETM4_MAGIC) return -EOPNOTSUPP;
		if (nr_words > count - at - head) return -EBADMSG;
		ret->cpus[ret->nr_cpus++] = decode_cpu(magic, words[at + 1], words + at + head, (size_t)nr_words);
		at += head + (size_t)nr_words;
	}
	return 0;
}

void etm_info_done(struct etm_info *info)
{
	free(info->cpus);
	*info = (struct etm_info){ 0 };
}

int etm_info_tell_id(struct etm_info *info, uint32_t cpu, uint64_t hw_id)
{
	/* bits 0 to 7 are the id; where the minor version is 1, 8 to 39 the sink; 56 to 63 minor and major version */
	enum { ID_MASK = 0x7f, SINK_SHIFT = 8, MINOR_SHIFT = 56, MAJOR_SHIFT = 60 };
	if (hw_id >> MAJOR_SHIFT) return -EOPNOTSUPP;
	for (size_t i = 0; i < info->nr_cpus; i++) info->cpus[i].is_unused |= !info->ids_are_told;
	info->ids_are_told = true;
	for (size_t i = 0; i < info->nr_cpus; i++) {
		struct etm_cpu *unit = &info->cpus[i];
		if (unit->cpu != cpu) continue;
		unit->is_unused = false;
		unit->trace_id = hw_id & ID_MASK;
		unit->sink = hw_id >> MINOR_SHIFT & 0xf ? (uint32_t)(hw_id >> SINK_SHIFT) : 0;
	}
	return 0;
}

/* TRCCONFIGR: CID, VMID, TS. */
enum { CONFIGR_CONTEXT = 1 << 6, CONFIGR_VMID = 1 << 7, CONFIGR_TIMESTAMP = 1 << 11 };

bool etm_cpu_tells_thread(const struct etm_cpu *cpu, bool *ret_of_el2)
{
	*ret_of_el2 = cpu->configr & CONFIGR_VMID;
	return cpu->configr & (CONFIGR_CONTEXT | CONFIGR_VMID);
}

bool etm_cpu_tells_time(const struct etm_cpu *cpu) { return cpu->configr & CONFIGR_TIMESTAMP; }
