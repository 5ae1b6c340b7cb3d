#include "session/trace/trace_code.h"

#include <errno.h>
#include <stdlib.h>
#include "base/hash.h"
#include "frame/space/frame_space.h"
#include "symbol/object.h"

/* More than this of a mapping is not read: addresses beyond it have no code. */
#define MOST_BYTES ((size_t)512 << 20)
/* Code of the kernel is read around the address in stretches of this size. */
#define KERNEL_STRETCH_BYTES ((uint64_t)1 << 20)

/* Bytes of an object, from an address as the object counts (symbol/object.h). */
struct code_bytes {
	const struct dso *dso;
	uint64_t addr, wanted_bytes;
	uint8_t *bytes; /* NULL: there are none */
	size_t size_bytes;
	uint64_t id;
	bool is_32bit;
};

struct trace_code {
	const struct session *session;
	pthread_mutex_t lock;
	struct u64map by_hash; /* of what it was asked for -> index in all + 1 */
	VEC(struct code_bytes *) all;
};

struct trace_code *trace_code_new(const struct session *session)
{
	struct trace_code *code = xcalloc(1, sizeof(*code));
	code->session = session;
	pthread_mutex_init(&code->lock, NULL);
	return code;
}

void trace_code_free(struct trace_code *code)
{
	if (!code) return;
	for (size_t i = 0; i < code->all.count; i++) {
		free(code->all.items[i]->bytes);
		free(code->all.items[i]);
	}
	vec_done(&code->all);
	u64map_done(&code->by_hash);
	pthread_mutex_destroy(&code->lock);
	free(code);
}

static void read_bytes(struct trace_code *code, struct code_bytes *bytes)
{
	struct object *object = frame_space_object(session_frames(code->session), bytes->dso);
	struct insn_set set;
	size_t wanted = (size_t)MIN(bytes->wanted_bytes, (uint64_t)MOST_BYTES);
	if (!wanted) return;
	bytes->bytes = xmalloc(wanted);
	bytes->size_bytes = object_code(object, bytes->addr, bytes->bytes, wanted, &set);
	bytes->is_32bit = bytes->size_bytes && !set.is64;
	if (bytes->size_bytes) {
		/* what a recording says that is mapped may be more than its file has */
		bytes->bytes = xrealloc(bytes->bytes, bytes->size_bytes);
		return;
	}
	free(bytes->bytes);
	bytes->bytes = NULL;
}

/* Read by the first who asks, under the lock: others wait for what they would have to read as well. */
static const struct code_bytes *need_bytes(struct trace_code *code, const struct dso *dso, uint64_t addr,
					   uint64_t wanted_bytes)
{
	uint64_t hash = hash_pair(hash_pair(dso->id, addr), wanted_bytes);
	pthread_mutex_lock(&code->lock);
	uint64_t *slot = u64map_put(&code->by_hash, hash, NULL);
	struct code_bytes *bytes = *slot ? code->all.items[*slot - 1] : NULL;
	if (!bytes) {
		bytes = xcalloc(1, sizeof(*bytes));
		*bytes = (struct code_bytes){ .dso = dso, .addr = addr, .wanted_bytes = wanted_bytes };
		vec_push(&code->all, bytes);
		*slot = bytes->id = code->all.count;
		read_bytes(code, bytes);
	}
	pthread_mutex_unlock(&code->lock);
	return bytes;
}

static uint64_t hash_of(const struct code_bytes *bytes)
{
	return bytes->bytes ? hash_pair(hash_bytes(bytes->bytes, bytes->size_bytes), bytes->is_32bit) : 0;
}

size_t trace_code_count(const struct trace_code *code) { return code->all.count; }

struct trace_code_stretch trace_code_stretch_at(const struct trace_code *code, size_t i)
{
	const struct code_bytes *bytes = code->all.items[i];
	return (struct trace_code_stretch){ .dso_id = bytes->dso->id,
					    .addr = bytes->addr,
					    .wanted_bytes = bytes->wanted_bytes,
					    .hash = hash_of(bytes) };
}

uint64_t trace_code_hash(struct trace_code *code, const struct trace_code_stretch *stretch)
{
	const struct dso *dso = model_dso(session_model(code->session), stretch->dso_id);
	return hash_of(need_bytes(code, dso, stretch->addr, stretch->wanted_bytes));
}

/* Behind all that was recorded, where times are not known. */
#define END_NS (UINT64_MAX - 1)

uint64_t trace_where_end(struct trace_where *where)
{
	const struct model *model = session_model(where->code->session);
	if (where->end_ns) return where->end_ns;
	where->end_ns = END_NS;
	for (size_t i = model_nr_tasks(model); where->queue->cpu == TRACE_ANY && i-- > 0;) {
		const struct task *task = model_task_at(model, i);
		if (task_tid(task) != where->queue->tid) continue;
		uint64_t exit_ns = task_exit_ns(task);
		if (exit_ns && exit_ns != UINT64_MAX) where->end_ns = exit_ns - 1;
		break;
	}
	return where->end_ns;
}

void trace_where_move(struct trace_where *where, uint64_t time_ns)
{
	if (!where->has_time) time_ns = trace_where_end(where);
	if (time_ns >= where->from_ns && time_ns < where->until_ns) return;
	const struct trace_queue *queue = where->queue;
	const struct model *model = session_model(where->code->session);
	where->from_ns = time_ns;
	where->pid = where->tid = TRACE_ANY;
	if (queue->cpu != TRACE_ANY) {
		struct trace_switch now;
		if (!trace_input_thread(where->input, queue->cpu, time_ns, &now, &where->until_ns)) return;
		where->pid = now.pid;
		where->tid = now.tid;
		return;
	}
	where->tid = queue->tid;
	const struct task *task = model_task(model, queue->tid, time_ns, &where->until_ns);
	if (task) where->pid = task_pid(task);
}

/* The address space at that time; *ret_until_ns: up to when, exclusive. */
static const struct space_version *space_at(const struct trace_where *where, uint64_t ip, uint64_t time_ns,
					    uint64_t *ret_until_ns)
{
	const struct machine *host = model_host(session_model(where->code->session));
	uint64_t task_until, until;
	const struct space_version *space;
	if (ip >> 63) return machine_kernel_space(host, time_ns, ret_until_ns);
	const struct task *task = machine_task(host, where->tid, time_ns, &task_until);
	if (task) space = task_space(task, time_ns, &until);
	else space = machine_process_space(host, where->pid, time_ns, &until);
	*ret_until_ns = MIN(MIN(until, task_until), where->until_ns);
	return space;
}

/* Of a mapping of a file, all of it. */
static int image_of_file(struct trace_where *where, const struct map *map, struct pt_image *ret)
{
	const struct code_bytes *bytes = need_bytes(where->code, map->dso, map_to_object(map, map->start),
						    map->end - map->start);
	if (!bytes->bytes) return -ENOENT;
	ret->bytes = bytes->bytes;
	ret->start = map->start;
	ret->end = map->start + bytes->size_bytes;
	ret->id = bytes->id;
	where->is_32bit = bytes->is_32bit;
	return 0;
}

/* Of the kernel and of what has no file: a stretch around the address. */
static int image_around(struct trace_where *where, const struct map *map, uint64_t ip, struct pt_image *ret)
{
	uint64_t start = MAX(map->start, ip & ~(KERNEL_STRETCH_BYTES - 1));
	uint64_t wanted = MIN(map->end - start, 2 * KERNEL_STRETCH_BYTES);
	const struct code_bytes *bytes = need_bytes(where->code, map->dso, map_to_object(map, start), wanted);
	if (!bytes->bytes) return -ENOENT;
	ret->bytes = bytes->bytes;
	ret->start = start;
	ret->end = start + bytes->size_bytes;
	ret->id = bytes->id;
	where->is_32bit = bytes->is_32bit;
	return 0;
}

int trace_code_find(void *ctx, const struct pt_place *place, struct pt_image *ret)
{
	struct trace_where *where = ctx;
	uint64_t time_ns = where->has_time ? trace_clock_ns(where->clock, place->tsc) : trace_where_end(where);
	uint64_t until_ns;
	int r;
	where->without_code = NULL;
	trace_where_move(where, time_ns);
	const struct space_version *space = space_at(where, place->ip, time_ns, &until_ns);
	const struct map *map = space ? space_find(space, place->ip) : NULL;
	if (!map || !map->dso) return -ENOENT;
	ret->valid_until_tsc = UINT64_MAX;
	if (where->has_time && until_ns != UINT64_MAX)
		ret->valid_until_tsc = trace_clock_tsc(where->clock, until_ns - 1);
	if (map->identity || map->dso->kind == DSO_KERNEL) r = image_around(where, map, place->ip, ret);
	else r = image_of_file(where, map, ret);
	if (r < 0) where->without_code = map->dso;
	return r;
}
