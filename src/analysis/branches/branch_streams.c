/* Workers count branch stacks by the places of their branches in objects; texts of places are made afterwards, and
 * streams with equal texts, of several workers or builds, are put together. */
#include "analysis/branches/branch_streams.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/intern.h"
#include "base/outbuf.h"
#include "base/u64map.h"
#include "frame/frame_line.h"

/* Of a worker; further ones are counted alone. */
enum { MAX_STREAMS = 100000 };

struct counted_stream {
	const struct frame **frames; /* the newest first */
	uint64_t hash, nr_frames, hits, cycles;
};

struct stream_worker {
	struct u64map by_hash; /* -> index in streams */
	VEC(struct counted_stream) streams;
	struct arena arena;
	uint64_t nr_samples, nr_left_out;
	struct stream_worker *next;
};

struct stream_pass {
	const struct sample_filter *filter;
	const char *event;
	pthread_mutex_t lock;
	struct stream_worker *workers;
};

static void branch_streams_worker(void *ctx, struct session_worker *session_worker)
{
	struct stream_pass *pass = ctx;
	struct stream_worker *worker = xcalloc(1, sizeof(*worker));
	arena_init(&worker->arena);
	session_worker->state = worker;
	pthread_mutex_lock(&pass->lock);
	worker->next = pass->workers;
	pass->workers = worker;
	pthread_mutex_unlock(&pass->lock);
}

static uint64_t place_hash(const struct frame *frame)
{
	return hash_u64((uintptr_t)(frame->map ? frame->map->dso : NULL)) ^ hash_u64(frame->object_addr);
}

static void branch_streams_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	const struct stream_pass *pass = ctx;
	struct stream_worker *worker = session_worker->state;
	struct sample_task task;
	struct resolver *resolver = session_worker->resolver;
	if (!sample->nr_branches || !sample->event || strcmp(sample->event->name, pass->event) != 0) return;
	if (sample_filter_drops(pass->filter, sample)) return;
	resolver_task(resolver, sample, &task);
	if (sample_filter_hides_task(pass->filter, sample, &task)) return;
	worker->nr_samples++;
	uint64_t hash = 0, cycles = 0;
	for (uint64_t i = 0; i < sample->nr_branches; i++) {
		const struct branch_entry *branch = &sample->branches[i];
		const uint64_t ends[] = { branch->to, branch->from };
		for (size_t n = 0; n < 2; n++) {
			uint16_t mode = ends[n] >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
			hash = hash_u64(hash + 1) ^ place_hash(resolver_ip(resolver, &task, mode, ends[n]));
		}
		cycles += branch->flags >> 4 & 0xffff;
	}
	bool is_new;
	if (worker->streams.count >= MAX_STREAMS && !u64map_find(&worker->by_hash, hash)) {
		worker->nr_left_out++;
		return;
	}
	uint64_t *index = u64map_put(&worker->by_hash, hash, &is_new);
	if (is_new) {
		struct counted_stream added = { .hash = hash, .nr_frames = 2 * sample->nr_branches };
		added.frames = arena_alloc(&worker->arena, added.nr_frames * sizeof(*added.frames));
		for (uint64_t i = 0; i < sample->nr_branches; i++) {
			const struct branch_entry *branch = &sample->branches[i];
			const uint64_t ends[] = { branch->to, branch->from };
			for (size_t n = 0; n < 2; n++)
				added.frames[2 * i + n] = resolver_ip(
					resolver, &task, ends[n] >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ends[n]);
		}
		*index = worker->streams.count;
		vec_push(&worker->streams, added);
	}
	worker->streams.items[*index].hits++;
	worker->streams.items[*index].cycles += cycles;
}

/* "main file.c:12"; an address where there is no symbol. */
static void put_place(struct frame_space *frames, const struct frame *frame, struct outbuf *out)
{
	if (!frame->symbol) {
		out_lit(out, "0x");
		out_hex(out, frame->ip, 0);
		return;
	}
	out_str(out, frame->symbol->name);
	out_char(out, ' ');
	if (!frame->map || !frame_line_text_at(frames, frame->map->dso, frame->object_addr, false, out))
		out_lit(out, "??:0");
}

/* The most hits first; of equal ones by their texts. */
static int compare_streams(const void *pa, const void *pb)
{
	const struct diff_stream *a = pa, *b = pb;
	if (a->hits != b->hits) return a->hits > b->hits ? -1 : 1;
	if (a->cycles != b->cycles) return a->cycles > b->cycles ? -1 : 1;
	for (size_t i = 0; i < a->nr_places && i < b->nr_places; i++) {
		int order = strcmp(a->places[i], b->places[i]);
		if (order) return order;
	}
	return (a->nr_places > b->nr_places) - (a->nr_places < b->nr_places);
}

static void gather(struct diff_streams *ret, struct stream_worker *workers, struct frame_space *frames)
{
	struct intern texts, streams;
	struct outbuf text;
	intern_init(&texts);
	intern_init(&streams);
	out_init(&text, -1);
	for (const struct stream_worker *w = workers; w; w = w->next) {
		ret->nr_samples += w->nr_samples;
		ret->nr_left_out += w->nr_left_out;
		for (size_t i = 0; i < w->streams.count; i++) {
			const struct counted_stream *counted = &w->streams.items[i];
			_free_ uint32_t *ids = xmalloc(counted->nr_frames * sizeof(*ids) + 1);
			for (size_t n = 0; n < counted->nr_frames; n++) {
				text.size = 0;
				put_place(frames, counted->frames[n], &text);
				ids[n] = intern_id_n(&texts, text.data, text.size);
			}
			uint32_t id = intern_id_n(&streams, (const char *)ids, counted->nr_frames * sizeof(*ids));
			if (id == ret->streams.count) {
				struct diff_stream added = { .nr_places = counted->nr_frames };
				added.places = arena_alloc(&ret->arena, added.nr_places * sizeof(*added.places));
				for (size_t n = 0; n < added.nr_places; n++)
					added.places[n] = arena_strdup(&ret->arena, intern_text(&texts, ids[n]));
				vec_push(&ret->streams, added);
			}
			ret->streams.items[id].hits += counted->hits;
			ret->streams.items[id].cycles += counted->cycles;
		}
	}
	if (ret->streams.count)
		qsort(ret->streams.items, ret->streams.count, sizeof(*ret->streams.items), compare_streams);
	out_done(&text);
	intern_done(&texts);
	intern_done(&streams);
}

int branch_streams_collect(struct diff_streams *ret, struct session *session, const char *event,
			   const struct sample_filter *filter, struct err *err)
{
	struct stream_pass pass = { .filter = filter, .event = event };
	struct sample_visitor visitor = { .ctx = &pass,
					  .worker_begin = branch_streams_worker,
					  .sample = branch_streams_sample };
	pthread_mutex_init(&pass.lock, NULL);
	int r = session_samples(session, &visitor, err);
	if (r >= 0) gather(ret, pass.workers, session_frames(session));
	for (struct stream_worker *w = pass.workers, *next; w; w = next) {
		next = w->next;
		u64map_done(&w->by_hash);
		vec_done(&w->streams);
		arena_done(&w->arena);
		free(w);
	}
	pthread_mutex_destroy(&pass.lock);
	return r;
}
