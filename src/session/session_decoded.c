/* Blocks that a sample source decodes (stream/sample_source.h). Where order does not matter samples are handed on as
 * they come; where it does, what a block gave is held until the last of it was given out. */
#include "session/session_source.h"

#include <stddef.h>
#include <string.h>

/* A sample is held as what is not the same in the first one of its block: a bit for each word of the struct, then the
 * words that differ. Those of a trace differ in few of them (address, time), so that they take a sixth of the memory.
 */
enum { SAMPLE_WORDS = sizeof(struct sample) / sizeof(uint64_t) };
_Static_assert(sizeof(struct sample) % sizeof(uint64_t) == 0 && SAMPLE_WORDS <= 64, "a bit a word");

/* A word of a struct, whatever it holds. */
typedef uint64_t __attribute__((may_alias)) word;

/* What came out of a block, in order of its coming. The turn is the only member that differs in all of them: it follows
 * from their order, and is that of the first here. */
struct decoded {
	struct arena arena; /* the samples, and what they point to */
	struct sample first;
	VEC(const uint64_t *) samples;
};

/* Those that hold() leaves to unfold(). */
#define UNHELD_WORDS                                            \
	(1ULL << offsetof(struct sample, turn) / sizeof(word) | \
	 1ULL << offsetof(struct sample, stitched) / sizeof(word))

/* Words that differ, a bit each, and appended to *to; eight at a time, as most do not. */
static uint64_t find_differences(const struct sample *a, const struct sample *b, uint64_t **to)
{
	enum { GROUP = 8 };
	const word *x = (const word *)a, *y = (const word *)b;
	uint64_t differs = 0;
	for (unsigned from = 0; from < SAMPLE_WORDS; from += GROUP) {
		unsigned end = MIN(from + GROUP, (unsigned)SAMPLE_WORDS);
		uint64_t any = 0;
		for (unsigned i = from; i < end; i++) any |= x[i] ^ y[i];
		for (unsigned i = from; any && i < end; i++) {
			if (x[i] == y[i] || UNHELD_WORDS >> i & 1) continue;
			differs |= 1ULL << i;
			*(*to)++ = x[i];
		}
	}
	return differs;
}

/* first_turn: of the block. */
static void hold(struct decoded *decoded, const struct sample *sample, uint64_t first_turn)
{
	uint64_t held[SAMPLE_WORDS + 1], *end = held + 1;
	if (!decoded->samples.count) {
		decoded->first = *sample;
		decoded->first.turn = first_turn;
		decoded->first.stitched = NULL;
	}
	held[0] = find_differences(sample, &decoded->first, &end);
	vec_push(&decoded->samples, arena_memdup(&decoded->arena, held, (size_t)(end - held) * sizeof(*held)));
}

/* As an assignment, which compilers make a string instruction of that takes longer to begin than this takes. */
static inline void copy_sample(struct sample *to, const struct sample *from)
{
	typedef uint64_t __attribute__((vector_size(16), aligned(8), may_alias)) two_words;
	const char *x = (const char *)from;
	char *y = (char *)to;
	enum { STEP = 4 * sizeof(two_words) };
	size_t at = 0;
	for (; at + STEP <= sizeof(*to); at += STEP) {
		const two_words a = *(const two_words *)(x + at), b = *(const two_words *)(x + at + 16),
				c = *(const two_words *)(x + at + 32), d = *(const two_words *)(x + at + 48);
		*(two_words *)(y + at) = a;
		*(two_words *)(y + at + 16) = b;
		*(two_words *)(y + at + 32) = c;
		*(two_words *)(y + at + 48) = d;
	}
	for (; at < sizeof(*to); at += sizeof(word)) *(word *)(y + at) = *(const word *)(x + at);
}

static void unfold(const struct decoded *decoded, size_t nr, struct sample *ret)
{
	const uint64_t *held = decoded->samples.items[nr];
	word *words = (word *)ret;
	copy_sample(ret, &decoded->first);
	for (uint64_t differs = *held++; differs; differs &= differs - 1) words[__builtin_ctzll(differs)] = *held++;
	ret->turn += nr;
}

/* Where samples go. */
struct taking {
	/* the first member: the sink that a source is given is cast back to this */
	struct sample_sink sink;
	const struct session_block_pass *pass;
	const struct session_block *block;
	struct session_worker *worker;
	/* Where they are held and listed; NULL: they are visited at once. */
	struct decoded *decoded;
	struct order_list *list;
	uint32_t nr_samples, parallelism_near;
};

static const struct source_block *source_block_of(const struct session_block *block)
{
	return &block->source->blocks[block->index];
}

uint64_t session_decoded_key(const struct session *session, const struct source_block *block, uint64_t time_ns)
{
	/* times say nothing about the records: all else comes behind them */
	if (session->totals.in_file_order) return turn_key(TURN_TIME_MAX, TURN_IN_TIME);
	return turn_key(MIN(MAX(time_ns, block->min_ns), block->max_ns), TURN_IN_TIME);
}

/* A record stands among the samples as one without an event, whose raw is its struct record. */
static void visit_decoded_record(const struct session_block_pass *pass, struct session_worker *worker,
				 const struct sample *held)
{
	const struct sample_visitor *visitor = pass->visitor;
	const struct sample_id id = { 0 };
	struct record r;
	if (!visitor->other) return;
	memcpy(&r, held->raw, sizeof(r));
	visitor->other(visitor->ctx, worker, &r, &id, held->time_ns);
}

/* Hands one sample to the visitor, unless its event or time is not wanted. key: its turn's. */
static void visit_decoded(const struct session_block_pass *pass, struct session_worker *worker,
			  const struct sample *sample, uint64_t key)
{
	const struct sample_visitor *visitor = pass->visitor;
	if (sample->event && visitor->skip_events && visitor->skip_events[sample->event->idx]) return;
	if (session_is_outside(visitor, sample->time_ns)) return;
	worker->key = key;
	if (unlikely(pass->session->turns_tell_time) && worker->resolver)
		resolver_set_now(worker->resolver, turn_time_ns(key));
	if (unlikely(!sample->event)) visit_decoded_record(pass, worker, sample);
	else if (visitor->sample) visitor->sample(visitor->ctx, worker, sample);
}

/* A place's index and offset together are one number here, which counts the samples of the block. */
static uint64_t place_of(const struct session_block *block, size_t nr)
{
	return place_make(block->id, nr >> PLACE_OFFSET_BITS, nr & (((size_t)1 << PLACE_OFFSET_BITS) - 1));
}

/* The last one that is held, to the list of those that are to be given out. */
static void list_sample(const struct taking *taking, uint64_t time_ns)
{
	order_list_push(taking->list,
			session_decoded_key(taking->pass->session, source_block_of(taking->block), time_ns),
			place_of(taking->block, taking->decoded->samples.count - 1));
}

/* The sink's callback: numbers the sample, and keeps it (ordered pass) or visits it at once. */
static void session_decoded_sample(struct sample_sink *sink, const struct sample *sample)
{
	struct taking *taking = (struct taking *)(void *)sink;
	const struct session_block_pass *pass = taking->pass;
	const struct source_block *block = source_block_of(taking->block);
	/* more turns than were kept free would be another block's */
	if (taking->nr_samples == block->max_samples) {
		warnings_add(pass->session->warnings, "too many samples", "%s: more than %u samples in a block",
			     taking->block->source->name, block->max_samples);
		return;
	}
	const uint64_t place_ns = sink->place_ns ? sink->place_ns : sample->time_ns;
	const uint64_t turn = taking->block->first_turn + taking->nr_samples++;
	if (taking->decoded && !pass->session->parallelism) {
		hold(taking->decoded, sample, taking->block->first_turn);
		list_sample(taking, place_ns);
		return;
	}
	struct sample held, *own = taking->decoded ? &held : &taking->worker->sample;
	*own = *sample;
	own->turn = turn;
	own->stitched = NULL;
	if (pass->session->parallelism)
		own->parallelism = parallelism_find(pass->session->parallelism, place_ns, &taking->parallelism_near);
	if (taking->decoded) {
		hold(taking->decoded, own, taking->block->first_turn);
		list_sample(taking, place_ns);
		return;
	}
	if (own->event && pass->visitor->wants && !pass->visitor->wants(pass->visitor->ctx, own->turn)) return;
	visit_decoded(pass, taking->worker, own, session_decoded_key(pass->session, block, place_ns));
}

/* The same for a record. */
static void session_decoded_record(struct sample_sink *sink, const struct record *r, uint64_t time_ns)
{
	struct record *own = arena_alloc(sink->arena, sizeof(*own));
	*own = *r;
	const struct sample held = { .time_ns = time_ns, .raw = (const uint8_t *)own };
	session_decoded_sample(sink, &held);
}

/* Nothing of the block is in the visitor's span of time, or wanted for another reason. */
static bool is_outside(const struct session_block_pass *pass, const struct session_block *block)
{
	const struct sample_visitor *visitor = pass->visitor;
	const struct source_block *known = source_block_of(block);
	if (known->max_ns < visitor->from_ns || (visitor->to_ns && known->min_ns > visitor->to_ns)) return true;
	return visitor->wants_block && !visitor->wants_block(visitor->ctx, known);
}

/* Runs the source's decoder over the block, on the calling worker's thread. */
static int decode(struct taking *taking, struct err *err)
{
	const struct session_block *block = taking->block;
	taking->sink.sample = session_decoded_sample;
	taking->sink.record = session_decoded_record;
	return block->source->decode(block->source->ctx, block->index, &taking->sink, err);
}

static int session_decoded_visit(const struct session_block_pass *pass, const struct session_block *block,
				 struct session_worker *worker, struct err *err)
{
	struct arena arena;
	struct taking taking = { .sink.arena = &arena, .pass = pass, .block = block, .worker = worker };
	if (is_outside(pass, block) || (!pass->visitor->sample && !pass->visitor->other)) return 0;
	arena_init(&arena);
	int r = decode(&taking, err);
	worker->sample = (struct sample){ 0 }; /* it points to what is gone */
	arena_done(&arena);
	return r;
}

/* ---- one by one */

static size_t number_at(uint64_t place) { return place_index(place) << PLACE_OFFSET_BITS | place_offset(place); }

static int session_decoded_index(const struct session_block_pass *pass, const struct session_block *block,
				 struct order_list *list, void **held, struct err *err)
{
	if (is_outside(pass, block)) return 0;
	struct decoded *decoded = xcalloc(1, sizeof(*decoded));
	struct taking taking = {
		.sink.arena = &decoded->arena, .pass = pass, .block = block, .decoded = decoded, .list = list
	};
	arena_init(&decoded->arena);
	*held = decoded;
	/* even when decoding failed: what came before is in the list, and *held is freed by release */
	int r = decode(&taking, err);
	return r;
}

static void session_decoded_visit_place(const struct session_block_pass *pass, const struct session_block *block,
					const void *held, const struct order_entry *entry,
					struct session_worker *worker)
{
	/* not worker->sample, which the next record is decoded into: that clears what records have, and no more */
	struct sample sample;
	unfold(held, number_at(entry->place), &sample);
	visit_decoded(pass, worker, &sample, entry->key);
}

static uint64_t session_decoded_time_ns(const struct session_block_pass *pass, const struct session_block *block,
					uint64_t place)
{
	return source_block_of(block)->min_ns; /* never late */
}

static void session_decoded_release(const struct session_block_pass *pass, const struct session_block *block,
				    void **held, bool waits)
{
	struct decoded *decoded = *held;
	if (!decoded || waits) return;
	*held = NULL;
	arena_done(&decoded->arena);
	vec_done(&decoded->samples);
	free(decoded);
}

static uint64_t session_decoded_first_key(const struct session *session, const struct session_block *block,
					  bool with_others)
{
	return block->first_key;
}

const struct session_source_kind session_decoded = {
	.visit = session_decoded_visit,
	.index = session_decoded_index,
	.visit_place = session_decoded_visit_place,
	.time_ns = session_decoded_time_ns,
	.release = session_decoded_release,
	.first_turn_key = session_decoded_first_key,
};
