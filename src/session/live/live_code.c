/* jitdump files of running processes, read on with each round.
 *
 *     live_code_note    a mapping of jit-PID.dump: watch the file; exec or exit of the process: forget it
 *     live_code_poll    places that the file has by now go into the model; then copies of the last body that stand
 *                       behind it in the process's memory, at the same distance
 *
 * The memory is read with target_file_memory; code that is found so shares the unwind information of the load that it
 * is a copy of. */
#include "session/live/live_code.h"

#include <string.h>
#include "session/jitdump_mapping.h"
#include "symbol/jit/jitdump.h"
#include "symbol/file/target_file.h"

#define BODY_MAX_BYTES 256u /* copies of larger code are not looked for */
#define STRIDE_MAX_BYTES 4096u
#define MEMORY_BYTES ((size_t)64 << 10) /* of a process, looked through at a time */

/* The last piece of code that was met, with which the next are compared. stride_bytes: the least distance between two
 * equal ones; 0: not known. */
struct body {
	uint8_t bytes[BODY_MAX_BYTES];
	size_t size_bytes;
	uint64_t code_off, last_vaddr, stride_bytes;
};

struct live_dump {
	uint32_t pid;
	char *filename;
	struct object *object;
	size_t nr_places; /* that are in the model */
	struct body body;
	uint64_t copies_start,
		copies_end; /* where copies of it were found that the file did not name; end 0: nowhere */
};

static void dump_free(struct live_dump *dump)
{
	free(dump->filename);
	free(dump);
}

void live_code_done(struct live_code *live)
{
	for (size_t i = 0; i < live->dumps.count; i++) dump_free(live->dumps.items[i]);
	vec_done(&live->dumps);
}

/* The process is gone, or runs another program: its files describe nothing any more. */
static void forget(struct live_code *live, uint32_t pid)
{
	size_t kept = 0;
	for (size_t i = 0; i < live->dumps.count; i++) {
		if (live->dumps.items[i]->pid == pid) dump_free(live->dumps.items[i]);
		else live->dumps.items[kept++] = live->dumps.items[i];
	}
	live->dumps.count = kept;
}

/* Begins to follow a file, unless it is followed already. */
static void watch(struct live_code *live, const struct record_mmap *mmap)
{
	const struct object_identity identity = {
		.kind = OBJECT_JITDUMP, .path = mmap->filename, .pid = (int32_t)mmap->pid, .mapped.is_live = true
	};
	struct object *object = symbol_store_object(live->symbols, &identity);
	for (size_t i = 0; i < live->dumps.count; i++)
		if (live->dumps.items[i]->object == object) return;
	struct live_dump *dump = xcalloc(1, sizeof(*dump));
	dump->pid = mmap->pid;
	dump->filename = xstrdup(mmap->filename);
	dump->object = object;
	vec_push(&live->dumps, dump);
}

void live_code_note(struct live_code *live, const struct record *r)
{
	struct record_mmap mmap;
	struct record_comm comm;
	struct record_task task;
	if (jitdump_mapping_of(r, &mmap)) watch(live, &mmap);
	else if (!live->dumps.count) return;
	else if (r->type == RECORD_EXIT && record_decode_task(r, &task) == 0 && task.pid == task.tid)
		forget(live, task.pid);
	else if (r->type == RECORD_COMM && record_decode_comm(r, &comm) == 0 && comm.exec) forget(live, comm.pid);
}

void live_code_renew(struct live_code *live)
{
	for (size_t i = 0; i < live->dumps.count; i++) {
		struct live_dump *dump = live->dumps.items[i];
		dump->nr_places = 0;
		dump->copies_start = dump->copies_end = 0;
		dump->body = (struct body){ .size_bytes = 0 };
	}
}

/* Whether it is the same code as that of the loads before; it becomes what later ones are compared with. */
static bool is_copy(struct live_dump *dump, const struct jitdump *file, const struct jitdump_place *place)
{
	const struct jitdump_load *load = &file->loads.items[place->load];
	struct body *body = &dump->body;
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (load->size_bytes > BODY_MAX_BYTES || !load->unwind_size_bytes ||
	    blob_read(&file->blob, load->code_off, load->size_bytes, &bytes) < 0)
		return false;
	bool is_equal = body->size_bytes == load->size_bytes && memcmp(body->bytes, bytes.data, bytes.size) == 0;
	uint64_t distance = place->vaddr - body->last_vaddr;
	if (!is_equal) {
		*body = (struct body){ .size_bytes = bytes.size, .code_off = load->code_off };
		memcpy(body->bytes, bytes.data, bytes.size);
		dump->copies_end = 0;
	} else if (distance >= body->size_bytes && distance <= STRIDE_MAX_BYTES &&
		   (!body->stride_bytes || distance < body->stride_bytes)) {
		body->stride_bytes = distance;
	}
	body->last_vaddr = place->vaddr;
	return is_equal;
}

/* Whether vaddr is among the copies that were put into the model already. */
static bool is_known_copy(const struct live_dump *dump, uint64_t vaddr)
{
	return vaddr - dump->copies_start < dump->copies_end - dump->copies_start;
}

/* Copies behind the last one that the file names. */
static bool place_copies(struct live_dump *dump, struct model *model, uint64_t time_ns)
{
	const struct body *body = &dump->body;
	if (!body->stride_bytes || is_known_copy(dump, body->last_vaddr + body->stride_bytes)) return false;
	uint64_t start = body->last_vaddr + body->stride_bytes;
	_free_ uint8_t *memory = xmalloc(MEMORY_BYTES);
	size_t size = target_file_memory((int32_t)dump->pid, start, memory, MEMORY_BYTES), count = 0;
	_free_ struct model_code *codes = xcalloc(size / body->stride_bytes + 1, sizeof(*codes));
	for (size_t at = 0; at + body->size_bytes <= size && memcmp(memory + at, body->bytes, body->size_bytes) == 0;
	     at += body->stride_bytes)
		codes[count++] = (struct model_code){ .start = start + at,
						      .end = start + at + body->size_bytes,
						      .pgoff = body->code_off };
	if (!count) return false;
	model_place_code(model, dump->pid, dump->filename, time_ns, codes, count);
	dump->copies_start = start;
	dump->copies_end = codes[count - 1].end;
	return true;
}

/* What has come to one file since it was last read. A process that the model does not know is asked about later. */
static bool poll_dump(struct live_dump *dump, struct model *model, uint64_t time_ns)
{
	const struct jitdump *file = object_jitdump_grow(dump->object);
	size_t count = 0, nr_places = file ? file->places.count : 0;
	if (nr_places <= dump->nr_places || !model_task(model, dump->pid, time_ns, NULL)) return false;
	_free_ struct model_code *codes = xcalloc(nr_places - dump->nr_places, sizeof(*codes));
	for (size_t i = dump->nr_places; i < nr_places; i++) {
		const struct jitdump_place *place = &file->places.items[i];
		const struct jitdump_load *load = &file->loads.items[place->load];
		/* the file now names what was found in memory before: it is in the model */
		if (is_copy(dump, file, place) && is_known_copy(dump, place->vaddr)) continue;
		codes[count++] = (struct model_code){ .start = place->vaddr,
						      .end = place->vaddr + load->size_bytes,
						      .pgoff = load->code_off };
	}
	dump->nr_places = nr_places;
	if (count) model_place_code(model, dump->pid, dump->filename, time_ns, codes, count);
	return place_copies(dump, model, time_ns) || count;
}

bool live_code_poll(struct live_code *live, struct model *model, uint64_t time_ns)
{
	bool any = false;
	for (size_t i = 0; i < live->dumps.count; i++) any |= poll_dump(live->dumps.items[i], model, time_ns);
	return any;
}
