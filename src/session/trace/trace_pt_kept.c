/* The index of an Intel PT trace in the user's cache: found instead of a walk over all blocks, and stored after one.
 *
 * The key is made of this program's build-id, of the identity of the recording, and of all options that change what is
 * found. What the walk also depends on is the code of the traced objects, wherever it comes from: its bytes are
 * compared by a number each time, where it was looked at. */
#include <unistd.h>
#include "session/trace/trace_pt.h"
#include "symbol/object.h"
#include "symbol/object_kept.h"

/* Increased whenever other bytes are stored, or the same bytes mean something else. */
#define PT_INDEX_VERSION 3
/* Smaller traces are walked over as quickly as an index is read. */
#define TRACE_BYTES_MIN ((uint64_t)4 << 20)

static uint64_t bits_of(const bool *flags, size_t count)
{
	uint64_t bits = 0;
	for (size_t i = 0; i < count; i++) bits |= (uint64_t)flags[i] << i;
	return bits;
}

/* Of the options alone: one recording has an index for each set of them. */
static uint64_t part_of(const struct pt_trace *trace)
{
	const struct itrace_options *wants = &trace->wants;
	const bool flags[] = { wants->branches,
			       wants->calls,
			       wants->returns,
			       wants->instructions,
			       wants->cycles,
			       wants->errors,
			       wants->other,
			       wants->timeless,
			       wants->approximate_ipc,
			       trace->by_time,
			       trace->has_time,
			       trace->wants_stacks,
			       trace->wants_last_branches,
			       wants->mispredicted,
			       trace->session->totals.in_file_order,
			       trace->session->symbolizer.how.guest_code };
	uint64_t part = cache_key_add_u64(1, bits_of(flags, ARRAY_SIZE(flags))), events = 0;
	for (unsigned i = 0; i < TRACE_EVENT_NR; i++) events |= (uint64_t)(trace->events[i] != NULL) << i;
	part = cache_key_add_u64(part, events);
	part = cache_key_add_u64(part, trace->nr_pebs_events);
	part = cache_key_add_u64(part, trace->config.quick);
	part = cache_key_add_u64(part, trace->period);
	part = cache_key_add_u64(part, trace->slot_shift);
	part = cache_key_add_u64(part, trace->wants_last_branches ? wants->last_branch_size : 0);
	return cache_key_add_u64(part, wants->errors_without);
}

/* With the files that hold the records, and in *ret_name a name of the first of them; 0: they are of no file that
 * stays.
 */
static uint64_t add_files(const struct perfdata *perfdata, uint64_t key, struct cache_name *ret_name)
{
	const enum perfdata_form form = perfdata_form(perfdata);
	const bool is_dir = form == PERFDATA_DIR;
	_free_ char *first = xasprintf(is_dir ? "%s/data" : "%s", perfdata_path(perfdata));
	struct file_identity identity;
	if (form == PERFDATA_PIPE) return 0;
	target_path_identity(first, &identity);
	const uint64_t place[] = { identity.device, identity.inode };
	*ret_name = cache_name_of_hash(cache_key_add(2, place, sizeof(place)));
	key = object_kept_add_file(key, &identity);
	/* they are numbered without gaps */
	for (unsigned i = 0; is_dir && key; i++) {
		_free_ char *part = xasprintf("%s.%u", first, i);
		if (access(part, F_OK) < 0) break;
		target_path_identity(part, &identity);
		key = object_kept_add_file(key, &identity);
	}
	return key;
}

/* 0: nothing is kept. */
static uint64_t key_of(const struct pt_trace *trace, struct cache_name *ret_name)
{
	const struct session *session = trace->session;
	const struct symbol_store *store = session_symbols(session);
	struct cache *cache = symbol_store_cache(store);
	if (!cache || (session->totals.trace_bytes < TRACE_BYTES_MIN && !cache->keep_small)) return 0;
	return add_files(session->perfdata, object_kept_form(store, PT_INDEX_VERSION), ret_name);
}

/* Whether the code is what the index was made with. */
static bool has_same_code(struct pt_trace *trace, const struct pt_index *index)
{
	const struct model *model = session_model(trace->session);
	for (size_t i = 0; i < index->code.count; i++) {
		const struct trace_code_stretch *code = &index->code.items[i];
		if (code->dso_id >= model_nr_dsos(model) || trace_code_hash(trace->code, code) != code->hash)
			return false;
	}
	return true;
}

static bool fits_streams(const struct pt_trace *trace, const struct pt_index *index)
{
	const size_t nr_dsos = model_nr_dsos(session_model(trace->session));
	for (size_t i = 0; i < index->blocks.count; i++) {
		const struct pt_index_block *block = &index->blocks.items[i];
		if (block->stream >= trace->streams.all.count ||
		    block->to > trace->streams.all.items[block->stream].size_bytes)
			return false;
	}
	for (size_t i = 0; i < index->missing.count; i++)
		if (index->missing.items[i] >= nr_dsos) return false;
	return true;
}

/* What the block does to the stacks of its threads: those of the index from *thread and *change on. */
static void take_effects(const struct pt_index_block *kept, const struct pt_index_thread **thread,
			 const struct trace_change **change, struct pt_block *block)
{
	for (uint64_t i = 0; i < kept->nr_threads; i++, (*thread)++) {
		struct trace_effect *effect = vec_add(&block->effects.threads);
		*effect = (struct trace_effect){ .tid = (*thread)->tid };
		for (uint64_t j = 0; j < (*thread)->nr_changes; j++) vec_push(&effect->changes, *(*change)++);
	}
}

static void take_blocks(struct pt_trace *trace, const struct pt_index *index)
{
	const uint32_t *missing = index->missing.items;
	const struct pt_index_thread *thread = index->threads.items;
	const struct trace_change *change = index->changes.items;
	const struct branch_entry *branch = index->branches.items;
	for (size_t i = 0; i < index->blocks.count; i++) {
		const struct pt_index_block *kept = &index->blocks.items[i];
		struct pt_block *block = vec_add(&trace->blocks);
		*block = (struct pt_block){ .stream = &trace->streams.all.items[kept->stream],
					    .from = kept->from,
					    .to = kept->to,
					    .found = kept->found,
					    .before.cbr = TRACE_NO_CBR };
		for (uint64_t j = 0; j < kept->nr_missing; j++)
			vec_push(&block->missing, ((struct pt_missing){ .dso_id = *missing++ }));
		for (uint64_t j = 0; j < kept->nr_branches; j++) vec_push(&block->last_branches, *branch++);
		take_effects(kept, &thread, &change, block);
	}
}

bool pt_trace_find_kept(struct pt_trace *trace)
{
	struct cache_name name;
	struct cache_file *file;
	struct cache_section section;
	struct pt_index index;
	uint64_t key = key_of(trace, &name);
	bool found = false;
	if (!key || cache_find(symbol_store_cache(session_symbols(trace->session)), &name, &file) < 0) return false;
	if (cache_file_find(file, CACHE_TRACE_INDEX, part_of(trace), key, &section) &&
	    pt_index_read(section.data, section.size_bytes, &index) == 0) {
		found = fits_streams(trace, &index) && has_same_code(trace, &index);
		if (found) take_blocks(trace, &index);
		pt_index_done(&index);
	}
	cache_file_free(file);
	return found;
}

static void add_effects(const struct trace_effects *effects, struct pt_index *index)
{
	for (size_t i = 0; i < effects->threads.count; i++) {
		const struct trace_effect *effect = &effects->threads.items[i];
		const struct pt_index_thread thread = { effect->tid, effect->changes.count };
		vec_push(&index->threads, thread);
		for (size_t j = 0; j < effect->changes.count; j++) vec_push(&index->changes, effect->changes.items[j]);
	}
}

static void make_index(const struct pt_trace *trace, struct pt_index *index)
{
	for (size_t i = 0; i < trace->blocks.count; i++) {
		const struct pt_block *block = &trace->blocks.items[i];
		const struct pt_index_block kept = { .stream = (uint64_t)(block->stream - trace->streams.all.items),
						     .from = block->from,
						     .to = block->to,
						     .found = block->found,
						     .nr_missing = block->missing.count,
						     .nr_threads = block->effects.threads.count,
						     .nr_branches = block->last_branches.count };
		vec_push(&index->blocks, kept);
		for (size_t j = 0; j < block->missing.count; j++)
			vec_push(&index->missing, block->missing.items[j].dso_id);
		for (size_t j = 0; j < block->last_branches.count; j++)
			vec_push(&index->branches, block->last_branches.items[j]);
		add_effects(&block->effects, index);
	}
	for (size_t i = 0; i < trace_code_count(trace->code); i++)
		vec_push(&index->code, trace_code_stretch_at(trace->code, i));
}

void pt_trace_keep(const struct pt_trace *trace)
{
	struct cache_name name;
	struct pt_index index = { 0 };
	struct outbuf out;
	uint64_t key = key_of(trace, &name);
	if (!key) return;
	out_init(&out, -1);
	make_index(trace, &index);
	pt_index_write(&index, &out);
	const struct cache_section section = {
		.kind = CACHE_TRACE_INDEX, .part = part_of(trace), .key = key, .data = out.data, .size_bytes = out.size
	};
	/* without it the next run walks again */
	(void)!cache_store(symbol_store_cache(session_symbols(trace->session)), &name,
			   perfdata_path(trace->session->perfdata), &section, 1);
	pt_index_done(&index);
	out_done(&out);
}
