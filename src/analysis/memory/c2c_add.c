/* Adding accesses up, in order of time: to the whole, to the line, and to the row that -c tells apart. Rows are found
 * by a hash of what they have in common. */
#include "analysis/memory/c2c_private.h"
#include "analysis/pass/sample_filter.h"
#include "base/hash.h"

void c2c_find_nodes(struct c2c *c2c)
{
	const struct perf_header *header = c2c->header;
	for (uint32_t i = 0; i < header->nr_nodes; i++) {
		const struct header_node *node = &header->nodes[i];
		struct number_list cpus = { 0 };
		bool usable = node->node < C2C_MAX_NODES && node->cpus && *node->cpus &&
			      number_list_parse(&cpus, node->cpus, NULL) == 0;
		for (size_t n = 0; usable && n < cpus.count; n++) {
			const int64_t cpu = cpus.numbers[n];
			if (cpu < 0 || cpu >= C2C_MAX_CPUS) continue;
			if (cpu >= c2c->nr_cpus) {
				c2c->node_of_cpu = xrealloc(c2c->node_of_cpu, (size_t)(cpu + 1) * sizeof(uint32_t));
				while (c2c->nr_cpus <= cpu) c2c->node_of_cpu[c2c->nr_cpus++] = C2C_NO_NODE;
			}
			c2c->node_of_cpu[cpu] = node->node;
			c2c->nr_nodes = MAX(c2c->nr_nodes, node->node + 1);
		}
		number_list_done(&cpus);
	}
}

/* The node whose memory has the physical address; C2C_NO_NODE: the header does not say. */
static uint32_t node_of_memory(const struct perf_header *header, uint64_t address)
{
	if (!header->mem_block_size) return C2C_NO_NODE;
	const uint64_t block = address / header->mem_block_size;
	for (uint64_t i = 0; i < header->nr_mem_nodes; i++) {
		const struct header_mem_node *node = &header->mem_nodes[i];
		if (block < node->nr_bits && node->bitmap[block / 64] >> block % 64 & 1) return (uint32_t)node->node;
	}
	return C2C_NO_NODE;
}

static void add_memory(struct c2c_memory *memory, uint64_t address, uint32_t node)
{
	if (!address || node == C2C_NO_NODE) return;
	if (node < 64) memory->nodes |= 1ull << node;
	memory->nr_moves += memory->address != address;
	memory->address = address;
}

static void add_cpu(struct arena *arena, struct c2c_cpus *cpus, uint32_t cpu)
{
	if (cpu < 64) {
		cpus->low |= 1ull << cpu;
		return;
	}
	if (cpu >= C2C_MAX_CPUS) return;
	const uint32_t word = cpu / 64 - 1;
	if (word >= cpus->nr_high) {
		const uint32_t nr_words = MAX(word + 1, cpus->nr_high * 2);
		uint64_t *more = arena_zalloc(arena, nr_words * sizeof(*more));
		if (cpus->nr_high) memcpy(more, cpus->high, cpus->nr_high * sizeof(*more));
		cpus->high = more;
		cpus->nr_high = nr_words;
	}
	cpus->high[word] |= 1ull << cpu % 64;
}

/* The index of the line at that place. */
static uint32_t line_of(struct c2c *c2c, uint32_t place)
{
	while (place >= c2c->line_of_place.count) vec_push(&c2c->line_of_place, 0u);
	uint32_t *line_1 = &c2c->line_of_place.items[place];
	if (!*line_1) {
		*vec_add(&c2c->lines) = (struct c2c_sums){ .place = place };
		*line_1 = (uint32_t)c2c->lines.count;
	}
	return *line_1 - 1;
}

static uint64_t hash_of(const struct c2c_key *key)
{
	uint64_t hash = hash_pair((uint64_t)key->line << 32 | key->offset, (uint64_t)key->pid << 32 | key->tid);
	return hash_pair(hash, key->place ^ (uintptr_t)key->object << 20);
}

static bool is_same(const struct c2c_key *a, const struct c2c_key *b)
{
	return a->line == b->line && a->offset == b->offset && a->pid == b->pid && a->tid == b->tid &&
	       a->place == b->place && a->object == b->object;
}

static void grow(struct c2c *c2c)
{
	enum { FIRST_SLOTS = 1 << 12 };
	size_t count = c2c->mask ? (c2c->mask + 1) * 2 : FIRST_SLOTS;
	free(c2c->slots);
	c2c->slots = xcalloc(count, sizeof(*c2c->slots));
	c2c->mask = count - 1;
	for (size_t i = 0; i < c2c->entries.count; i++) {
		size_t at = hash_of(&c2c->entries.items[i].key) & c2c->mask;
		while (c2c->slots[at]) at = (at + 1) & c2c->mask;
		c2c->slots[at] = (uint32_t)i + 1;
	}
}

/* What the access's row is told apart by. */
static struct c2c_key key_of(const struct c2c *c2c, const struct c2c_item *item, uint32_t line)
{
	return (struct c2c_key){ .line = line,
				 .offset = (uint32_t)(item->addr & (c2c->line_bytes - 1)),
				 .pid = c2c->by_field[C2C_FIELD_PID] ? item->pid : 0,
				 .tid = c2c->by_field[C2C_FIELD_TID] ? item->tid : 0,
				 .place = c2c->by_field[C2C_FIELD_CODE] ? item->place : 0,
				 .object = c2c->by_field[C2C_FIELD_OBJECT] ? item->object : NULL };
}

/* The slot that has the row, or the free one where it belongs. */
static size_t slot_of(const struct c2c *c2c, const struct c2c_key *key)
{
	size_t at = hash_of(key) & c2c->mask;
	while (c2c->slots[at] && !is_same(&c2c->entries.items[c2c->slots[at] - 1].key, key)) at = (at + 1) & c2c->mask;
	return at;
}

uint32_t c2c_find_entry(const struct c2c *c2c, const struct c2c_item *item)
{
	if (item->line >= c2c->line_of_place.count || !c2c->line_of_place.items[item->line] || !c2c->mask)
		return UINT32_MAX;
	const struct c2c_key key = key_of(c2c, item, c2c->line_of_place.items[item->line] - 1);
	return c2c->slots[slot_of(c2c, &key)] - 1;
}

/* The row of the access; it is made when it is new. Valid until the next one is asked for. */
static struct c2c_entry *entry_of(struct c2c *c2c, const struct c2c_item *item, uint32_t line)
{
	if (c2c->entries.count * 2 >= c2c->mask) grow(c2c);
	const struct c2c_key key = key_of(c2c, item, line);
	const size_t at = slot_of(c2c, &key);
	if (c2c->slots[at]) return &c2c->entries.items[c2c->slots[at] - 1];
	struct c2c_entry *entry = vec_add(&c2c->entries);
	memset(entry, 0, sizeof(*entry));
	entry->key = key;
	entry->first_pid = item->pid;
	entry->first_tid = item->tid;
	entry->comm = item->comm;
	entry->code = item->code;
	if (c2c->nr_nodes) entry->nodes = arena_zalloc(&c2c->arena, c2c->nr_nodes * sizeof(*entry->nodes));
	c2c->slots[at] = (uint32_t)c2c->entries.count;
	return entry;
}

/* The latency counts for the most expensive of what the access met. */
static void add_cycles(struct c2c_entry *entry, const struct c2c_stats *stats, uint64_t weight)
{
	static const struct {
		enum c2c_count count;
		enum c2c_cycles cycles;
	} kinds[] = { { C2C_REMOTE_HITM, C2C_CYCLES_REMOTE_HITM },
		      { C2C_LOCAL_HITM, C2C_CYCLES_LOCAL_HITM },
		      { C2C_REMOTE_PEER, C2C_CYCLES_REMOTE_PEER },
		      { C2C_LOCAL_PEER, C2C_CYCLES_LOCAL_PEER },
		      { C2C_LOADS, C2C_CYCLES_LOAD } };
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!stats->counts[kinds[i].count]) continue;
		entry->cycles[kinds[i].cycles] += weight;
		entry->nr_cycles[kinds[i].cycles]++;
		return;
	}
}

static void add_node(struct c2c *c2c, struct c2c_entry *entry, const struct c2c_stats *stats, uint32_t cpu)
{
	uint32_t node = cpu < c2c->nr_cpus ? c2c->node_of_cpu[cpu] : C2C_NO_NODE;
	if (node == C2C_NO_NODE) return;
	struct c2c_node_sums *sums = &entry->nodes[node];
	sums->local_hitm += stats->counts[C2C_LOCAL_HITM];
	sums->remote_hitm += stats->counts[C2C_REMOTE_HITM];
	sums->peer += (uint32_t)c2c_peer(stats);
	sums->stores += stats->counts[C2C_STORES];
}

void c2c_add(struct c2c *c2c, const struct c2c_item *item)
{
	const struct c2c_class *class = c2c_class_of(&c2c->classes, item->data_src, item->addr, item->mapped);
	const uint32_t line = line_of(c2c, item->line), node = node_of_memory(c2c->header, item->phys_addr);
	struct c2c_sums *sums = &c2c->lines.items[line];
	c2c_class_add(&sums->stats, class);
	sums->period += item->period;
	add_memory(&sums->memory, item->phys_addr, node);
	if (c2c->options.lines_only) return;
	struct c2c_entry *entry = entry_of(c2c, item, line);
	c2c_class_add(&entry->stats, class);
	add_cycles(entry, &class->stats, item->weight);
	add_cpu(&c2c->arena, &entry->cpus, item->cpu);
	add_node(c2c, entry, &class->stats, item->cpu);
	add_memory(&entry->memory, item->phys_addr, node);
}
