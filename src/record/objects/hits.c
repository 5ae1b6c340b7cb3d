/* Two passes. The first runs over all records on all cores: samples are reduced to the pages of code they touched, and
 * what tells of maps and forks is put aside. The second, on one thread, has only these: it asks of each page which
 * object was mapped there, and of each object that was hit, where its file is and what its build-id is.
 *
 *   records -> scan_run -> worker.pages       (pid, page, number of samples)
 *                       -> run_records        (MMAP, MMAP2, FORK)
 *   run_records -> world                      (processes with their maps, objects)
 *   worker.pages -> mark -> object.hit        -> build-id, file */
#include "record/objects/hits.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/threads.h"
#include "base/u64map.h"
#include "kernel/elf_note.h"
#include "perfdata/record/sample.h"
#include "record/build_id/build_id_cache.h"

/* Samples are reduced to the pages of code they touched, per process: that is few, whatever the number of samples.
 * Which object a page belongs to is asked once per page, of all maps the process ever had: one object too many does no
 * harm, one missing would. */
#define PAGE_SHIFT 12
#define KERNEL_PID ((int32_t)-1)

/* A page of code that samples touched; pid is KERNEL_PID for the kernel's. One for each process and page that samples
 * touched. */
struct page {
	int32_t pid;
	uint64_t page, nr_samples;
};
/* Members are added up at the end (hits_collect), so that threads share nothing while they scan. */
struct worker { /* one thread's share */
	uint64_t nr_records, nr_samples, first_ns, last_ns, nr_lost, nr_lost_records, nr_throttled;
	struct hits_gaps gaps;
	struct u64map seen; /* index in pages */
	VEC(struct page) pages;
	struct sample_scratch scratch;
};
struct run_records {
	VEC(struct record) side_band;
}; /* of one run, in order */

/* The first pass: what all threads share, and an array of what each thread and each run adds. */
struct scan {
	const struct perf_events *events;
	bool addresses; /* of samples are asked for */
	const struct record_run *runs;
	struct worker *workers; /* the threads' first, then what was seen before compression */
	unsigned nr_workers;
	struct run_records *of_run;
	size_t nr_runs; /* likewise */
};

/* A worker of its own that is fed before compression; the records it keeps are copied to the arena. */
struct hits_seen {
	const struct perf_events *events;
	bool addresses;
	struct worker worker;
	struct run_records records;
	struct arena arena; /* of the records */
};

/* nr_samples: 1 for a sample's own address, 0 for others of its chain. A collision of the hash would count a page for
 * another one; with 64 bits that is not to be expected. */
static void touch(struct worker *w, int32_t pid, uint64_t ip, unsigned nr_samples)
{
	bool is_new;
	uint64_t page = ip >> PAGE_SHIFT;
	uint64_t *index = u64map_put(&w->seen, hash_pair((uint64_t)(uint32_t)pid, page), &is_new);
	if (is_new) {
		*index = w->pages.count;
		vec_push(&w->pages, ((struct page){ pid, page, 0 }));
	}
	w->pages.items[*index].nr_samples += nr_samples;
}

/* The program's part of a chain is its last. */
static void count_chain(struct hits_gaps *gaps, const struct perf_event *event, const struct sample *sample)
{
	uint64_t count = sample->nr_callchain;
	bool others_follow = event->attr.sample_type & (SAMPLE_STACK_USER | SAMPLE_BRANCH_STACK);
	if (others_follow || count < 2 || sample->callchain[count - 1] >> 63) return;
	gaps->nr_chains++;
	gaps->nr_lone += sample->callchain[count - 2] == CONTEXT_USER;
}

/* The pages of all addresses of a call chain. Its markers say which are the kernel's. Only addresses count here:
 * symbols and unwinding are for readers. */
static void chain(struct worker *w, const struct perf_event *event, const struct record *r, int32_t pid)
{
	struct sample sample;
	if (sample_decode(event, r, &w->scratch, &sample) < 0) return;
	int32_t context = record_cpumode(r) == CPUMODE_KERNEL ? KERNEL_PID : pid;
	for (uint64_t i = 0; i < sample.nr_callchain; i++) {
		uint64_t ip = sample.callchain[i];
		if (ip >= CONTEXT_MAX) {
			context = ip == CONTEXT_KERNEL ? KERNEL_PID : pid;
			continue;
		}
		touch(w, context, ip, 0);
	}
	count_chain(&w->gaps, event, &sample);
}

/* Counts a sample and notes its time and page, by the fixed offsets of its event: it is decoded only when it has a
 * chain. */
static void sample(const struct perf_events *events, bool addresses, struct worker *w, const struct record *r)
{
	w->nr_samples++;
	const struct perf_event *event = events_of_record(events, r);
	if (!event) return;
	if (event->off_time >= 0 && event->off_time + 8 <= r->size) {
		uint64_t time_ns = record_u64_at(r, (size_t)event->off_time);
		if (!w->first_ns || time_ns < w->first_ns) w->first_ns = time_ns;
		if (time_ns > w->last_ns && time_ns < TIME_OF_SUMS) w->last_ns = time_ns;
	}
	if (!addresses) return;
	if (event->off_ip < 0 || event->off_tid < 0 || event->off_ip + 8 > r->size || event->off_tid + 8 > r->size)
		return;
	int32_t pid;
	memcpy(&pid, r->data + event->off_tid, sizeof(pid));
	touch(w, record_cpumode(r) == CPUMODE_KERNEL ? KERNEL_PID : pid, record_u64_at(r, (size_t)event->off_ip), 1);
	w->gaps.nr_samples++;
	if (event->attr.sample_type & SAMPLE_CALLCHAIN) chain(w, event, r, pid);
}

/* True: it tells of maps and processes, and is to be kept. Also for records before they are compressed (hits_see), so
 * that both ways count alike. */
static bool look_at(const struct perf_events *events, bool addresses, struct worker *w, const struct record *r)
{
	w->nr_records += r->type != RECORD_COMPRESSED;
	switch (r->type) {
	case RECORD_SAMPLE: sample(events, addresses, w, r); return false;
	case RECORD_LOST:
		w->nr_lost_records++;
		if (r->size >= 24) w->nr_lost += record_u64_at(r, 16);
		return false;
	case RECORD_THROTTLE: w->nr_throttled++; return false;
	default: return r->type == RECORD_MMAP || r->type == RECORD_MMAP2 || r->type == RECORD_FORK;
	}
}

/* A worker takes any run; the records it keeps go to the run's own list, so their order does not depend on threads. */
static void scan_run(void *ctx, unsigned worker, size_t item)
{
	struct scan *s = ctx;
	struct record r;
	for (size_t pos = 0; record_run_next(&s->runs[item], false, &pos, &r);)
		if (look_at(s->events, s->addresses, &s->workers[worker], &r)) vec_push(&s->of_run[item].side_band, r);
}

static void worker_done(struct worker *w)
{
	u64map_done(&w->seen);
	vec_done(&w->pages);
	sample_scratch_done(&w->scratch);
}

struct hits_seen *hits_seen_new(const struct perf_events *events, bool addresses)
{
	struct hits_seen *seen = xcalloc(1, sizeof(*seen));
	seen->events = events;
	seen->addresses = addresses;
	arena_init(&seen->arena);
	return seen;
}

void hits_seen_free(struct hits_seen *seen)
{
	if (!seen) return;
	worker_done(&seen->worker);
	vec_done(&seen->records.side_band);
	arena_done(&seen->arena);
	free(seen);
}

/* The whole records of a run; pos ends behind the last of them. */
static void see(struct hits_seen *seen, const struct record_run *run, size_t *pos)
{
	struct record r;
	while (record_run_next(run, false, pos, &r)) {
		if (!look_at(seen->events, seen->addresses, &seen->worker, &r)) continue;
		r.data = arena_memdup(&seen->arena, r.data, r.size);
		vec_push(&seen->records.side_band, r);
	}
}

/* Several parts, as a ring buffer that wraps around has them. A record that begins in one part and ends in the next is
 * put together in `whole`. */
void hits_see(struct hits_seen *seen, const struct iovec *parts, int nr_parts)
{
	size_t begun = 0; /* bytes of this part that belong to the record that began in the one before */
	for (int i = 0; i < nr_parts; i++) {
		const struct iovec *part = &parts[i];
		const struct record_run run = { .data = (const uint8_t *)part->iov_base + begun,
						.size_bytes = part->iov_len - begun };
		size_t pos = 0, rest;
		see(seen, &run, &pos);
		rest = run.size_bytes - pos;
		begun = 0;
		if (rest < 8 || i + 1 == nr_parts) continue;
		/* records are of 8-byte multiples: their headers are whole */
		uint64_t whole[UINT16_MAX / 8 + 1];
		uint16_t size;
		memcpy(&size, run.data + pos + 6, sizeof(size));
		if (size < rest || size - rest > parts[i + 1].iov_len) continue;
		begun = size - rest;
		memcpy(whole, run.data + pos, rest);
		memcpy((uint8_t *)whole + rest, parts[i + 1].iov_base, begun);
		const struct record_run one = { .data = (const uint8_t *)whole, .size_bytes = size };
		pos = 0;
		see(seen, &one, &pos);
	}
}

/* -- whose page is it -- */

/* Not the model of model/model.h: that is a history, of records in the order of their times. Here all maps that a
 * process ever had count, records may come in any order (those of each run were found by another thread), and
 * nothing has to be sorted. */

#define NO_OBJECT UINT32_MAX /* memory that no file is mapped at */
/* A mapping a process had at some time: addresses [start, end), index of the object. */
struct mapped {
	uint64_t start, end;
	uint32_t object;
};
/* ppid is the process itself until a FORK record tells another. nr_generated: samples in memory that no file is mapped
 * at. */
struct process {
	int32_t pid, ppid;
	bool has_jitdump;
	uint64_t nr_generated;
	VEC(struct mapped) maps;
};
/* A file as it was mapped: its name (interned) and what identifies it. pid: one that mapped it, through which its file
 * is found. hit: some sample touched it, or it is wanted anyway. */
struct object {
	struct build_id id;
	uint32_t name;
	int32_t pid;
	uint32_t maj, min;
	uint64_t ino, nr_samples;
	bool hit, has_id;
};
/* What maps and forks amount to. Objects and processes are known by index, as their arrays move when they grow. */
struct world {
	/* pid -> index in processes. */
	struct u64map by_pid;
	VEC(struct process) processes;
	struct intern names;
	/* (name, device, inode, build-id) -> index of the object: in containers there are other files of the same
	 * name. */
	struct u64map by_file;
	VEC(struct object) objects;
};

/* The process of that id, made when it is new. Pointers to others may move. */
static struct process *process_of(struct world *world, int32_t pid)
{
	bool is_new;
	uint64_t *index = u64map_put(&world->by_pid, (uint32_t)pid, &is_new);
	if (is_new) {
		struct process process = { .pid = pid, .ppid = pid };
		vec_push(&world->processes, process);
		*index = world->processes.count - 1;
	}
	return &world->processes.items[*index];
}

/* Whether a map's name is that of a file, or the vdso: not "//anon", devices or shared memory. */
static bool is_object_name(const char *name)
{
	if (strcmp(name, "[vdso]") == 0) return true;
	if (name[0] != '/' || name[1] == '/') return false;
	static const char *const others[] = { "/dev/", "/memfd:", "/SYSV", "/anon_hugepage", "/[", "/i915" };
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (strncmp(name, others[i], strlen(others[i])) == 0) return false;
	return true;
}

/* "/home/me/.debug/jit/java-jit-x/jit-42.dump": a recorder's mark that the code of the process is described there. */
static bool is_jitdump(const char *filename)
{
	const char *base = strrchr(filename, '/'), *dot = strrchr(filename, '.');
	return base && strncmp(base, "/jit-", 5) == 0 && dot && strcmp(dot, ".dump") == 0;
}

/* A map becomes an object, or is noted as memory without a file. Objects differ by name, device, inode and build-id. */
static void apply_map(struct world *world, const struct record *r)
{
	struct record_mmap map;
	if (record_decode_mmap(r, &map) < 0 || (int32_t)map.pid == KERNEL_PID || r->misc & MISC_MMAP_DATA) return;
	if (!is_object_name(map.filename)) {
		bool is_special = map.filename[0] == '[' && strcmp(map.filename, "[heap]") != 0;
		if (!is_special)
			vec_push(&process_of(world, (int32_t)map.pid)->maps,
				 ((struct mapped){ map.start, map.start + map.len, NO_OBJECT }));
		return;
	}
	bool is_new;
	uint32_t name = intern_id(&world->names, map.filename);
	struct build_id none = { 0 };
	const struct build_id *id = map.has_build_id ? &map.build_id : &none;
	/* With a collision of this hash two files would be taken for one; with 64 bits that is not to be expected. */
	uint64_t key = hash_pair(hash_pair(hash_pair(name, (uint64_t)map.maj << 32 | map.min), map.ino),
				 hash_bytes(id->bytes, id->size));
	uint64_t *slot = u64map_put(&world->by_file, key, &is_new);
	if (is_new) {
		/* the vdso is nowhere on disk to be found later: it is always kept */
		struct object new_object = { .name = name,
					     .pid = (int32_t)map.pid,
					     .maj = map.maj,
					     .min = map.min,
					     .ino = map.has_inode ? map.ino : 0,
					     .hit = strcmp(map.filename, "[vdso]") == 0 };
		*slot = world->objects.count;
		vec_push(&world->objects, new_object);
	}
	uint32_t object = (uint32_t)*slot;
	if (map.has_build_id) {
		world->objects.items[object].id = map.build_id;
		world->objects.items[object].has_id = true;
	}
	struct process *process = process_of(world, (int32_t)map.pid);
	process->has_jitdump |= is_jitdump(map.filename);
	vec_push(&process->maps, ((struct mapped){ map.start, map.start + map.len, object }));
}

/* A thread's FORK (same process) says nothing of maps. Of several the last one counts. */
static void apply_fork(struct world *world, const struct record *r)
{
	struct record_task task;
	if (record_decode_task(r, &task) < 0 || task.pid == task.ppid) return;
	process_of(world, (int32_t)task.pid)->ppid = (int32_t)task.ppid;
}

/* Marks the objects that are mapped at a page: by the process itself, else by the nearest ancestor that has one there,
 * as a fork inherits maps without records. Depth is bounded, as damaged records could make a circle. */
static void mark(struct world *world, const struct page *page)
{
	uint64_t first = page->page << PAGE_SHIFT, last = first + (1u << PAGE_SHIFT);
	int32_t pid = page->pid;
	bool generated = false;
	for (unsigned depth = 0; depth < 64; depth++) {
		const uint64_t *index = u64map_find(&world->by_pid, (uint32_t)pid);
		if (!index) break;
		const struct process *process = &world->processes.items[*index];
		bool found = false;
		for (size_t i = 0; i < process->maps.count; i++) {
			const struct mapped *m = &process->maps.items[i];
			if (m->start >= last || first >= m->end) continue;
			if (m->object == NO_OBJECT) {
				generated = true;
				continue;
			}
			struct object *object = &world->objects.items[m->object];
			if (!found) object->nr_samples += page->nr_samples;
			found = object->hit = true;
		}
		if (found) return;
		if (process->ppid == pid) break;
		pid = process->ppid;
	}
	if (generated && page->nr_samples) process_of(world, page->pid)->nr_generated += page->nr_samples;
}

/* Written by a JIT compiler for perf report, while or after it runs. */
static bool has_perf_map(int32_t pid)
{
	char path[48];
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", pid);
	return access(path, F_OK) == 0;
}

/* The name of a process's program: the first file that it, or the ancestor it was forked from, mapped. NULL: not seen.
 */
static const char *program_of(const struct world *world, int32_t pid)
{
	for (unsigned depth = 0; depth < 64; depth++) {
		const uint64_t *index = u64map_find(&world->by_pid, (uint32_t)pid);
		if (!index) return NULL;
		const struct process *process = &world->processes.items[*index];
		for (size_t i = 0; i < process->maps.count; i++)
			if (process->maps.items[i].object != NO_OBJECT)
				return intern_text(&world->names,
						   world->objects.items[process->maps.items[i].object].name);
		if (process->ppid == pid) return NULL;
		pid = process->ppid;
	}
	return NULL;
}

/* Samples in generated code whose names nobody has written down, and which process has most of them. */
static void count_generated(struct hits_gaps *gaps, const struct world *world)
{
	uint64_t most = 0;
	for (size_t i = 0; i < world->processes.count; i++) {
		const struct process *process = &world->processes.items[i];
		if (!process->nr_generated || process->has_jitdump || has_perf_map(process->pid)) continue;
		gaps->nr_generated += process->nr_generated;
		if (process->nr_generated <= most) continue;
		most = process->nr_generated;
		gaps->generated_pid = process->pid;
	}
	const char *program = most ? program_of(world, gaps->generated_pid) : NULL;
	if (program) gaps->generated_by = xstrdup(program);
}

/* Of the recorder, which has the 64-bit one of the running kernel (or the 32-bit one, if it is 32-bit itself). */
static bool own_vdso_build_id(struct build_id *ret)
{
	size_t size;
	const uint8_t *vdso = build_id_cache_vdso(&size);
	return vdso && elf_image_build_id(vdso, size, ret);
}

/* There are others: of 32-bit programs. */
static bool is_own_vdso(const char *filename, const struct build_id *id)
{
	struct build_id own;
	return strcmp(filename, "[vdso]") == 0 && own_vdso_build_id(&own) && own.size == id->size &&
	       memcmp(own.bytes, id->bytes, id->size) == 0;
}

/* The pointer is valid until the next call. */
static struct header_build_id *add_build_id(struct hits *hits, const struct hits_options *options, uint16_t misc,
					    const struct build_id *id, const char *filename, int fd)
{
	struct header_build_id entry = { .misc = misc, .pid = -1, .id = *id, .filename = xstrdup(filename) };
	vec_push(&hits->build_ids, entry);
	/* a program whose file is not to be had, because another one has its name now, is listed, and that is all */
	bool is_to_be_had = fd >= 0 || misc == CPUMODE_KERNEL || is_own_vdso(filename, id);
	if (options->found && is_to_be_had) options->found(options->found_ctx, filename, fd, id);
	return vec_last(&hits->build_ids);
}

/* Its file, open; -1: there is none to be had. -1 for all failures. */
static int object_open(const struct hits_options *options, const struct object *object, const char *name)
{
	const struct roots_wanted wanted = {
		.maj = object->maj, .min = object->min, .ino = object->ino, .id = object->id
	};
	int fd = options->roots ? roots_open(options->roots, object->pid, name, &wanted) : -1;
	return MAX(fd, -1);
}

/* The recorded one is preferred: the file may be another by now. */
static bool object_build_id(const struct object *object, const char *name, int fd, struct build_id *ret)
{
	if (object->has_id) {
		*ret = object->id;
		return true;
	}
	if (strcmp(name, "[vdso]") == 0) return own_vdso_build_id(ret);
	return fd >= 0 && elf_fd_build_id(fd, ret);
}

/* Objects of one name that are the same are listed once; where they differ, each is listed with its inode. `first`:
 * where the programs' entries begin, behind the kernel's. Entries are compared by hashes of name and build-id, in two
 * passes: how many identities a name has, then which entries stay. */
static void tell_apart(struct hits *hits, size_t first)
{
	struct u64map seen = U64MAP_INIT, nr_of_name = U64MAP_INIT;
	size_t kept = first;
	bool is_new;
	for (size_t i = first; i < hits->build_ids.count; i++) {
		const struct header_build_id *b = &hits->build_ids.items[i];
		uint64_t name = hash_bytes(b->filename, strlen(b->filename));
		u64map_put(&seen, hash_pair(name, hash_bytes(b->id.bytes, b->id.size)), &is_new);
		uint64_t *count = u64map_put(&nr_of_name, name, NULL);
		if (is_new) ++*count;
	}
	u64map_done(&seen);
	seen = (struct u64map)U64MAP_INIT;
	for (size_t i = first; i < hits->build_ids.count; i++) {
		struct header_build_id *b = &hits->build_ids.items[i];
		uint64_t name = hash_bytes(b->filename, strlen(b->filename));
		/* Listed under one identity only: the inode is not needed to tell it from others. */
		bool alone = *u64map_find(&nr_of_name, name) == 1;
		u64map_put(&seen, name, &is_new);
		if (alone && !is_new) {
			free(b->filename);
			continue;
		}
		if (alone) b->ino = 0;
		hits->build_ids.items[kept++] = *b;
	}
	hits->build_ids.count = kept;
	u64map_done(&seen);
	u64map_done(&nr_of_name);
}

/* The kernel and the modules that were hit. An address in no module is the kernel's. Pages that a module shares with
 * others count for each of them. */
static void kernel_hits(struct hits *hits, const struct hits_options *options, const struct worker *workers,
			unsigned nr_workers)
{
	bool kernel = options->all;
	size_t count = options->modules ? options->modules->modules.count : 0;
	_free_ bool *module_hit = xcalloc(count + 1, sizeof(bool));
	for (unsigned w = 0; w < nr_workers; w++) {
		for (size_t i = 0; i < workers[w].pages.count; i++) {
			if (workers[w].pages.items[i].pid != KERNEL_PID) continue;
			uint64_t ip = workers[w].pages.items[i].page << PAGE_SHIFT;
			bool in_module = false;
			for (size_t m = 0; m < count; m++) {
				const struct kernel_module *module = &options->modules->modules.items[m];
				if (ip + (1u << PAGE_SHIFT) > module->start && ip < module->start + module->size)
					in_module = module_hit[m] = true;
			}
			if (!in_module) kernel = true;
		}
	}
	struct build_id id;
	if (kernel && kernel_build_id(options->fs, &id))
		add_build_id(hits, options, CPUMODE_KERNEL, &id, "[kernel.kallsyms]", -1);
	for (size_t m = 0; m < count; m++) {
		const struct kernel_module *module = &options->modules->modules.items[m];
		if ((module_hit[m] || options->all) && kernel_module_build_id(options->fs, module->name, &id))
			add_build_id(hits, options, CPUMODE_KERNEL, &id, module->path, -1);
	}
}

/* The second pass, for programs: maps and forks make the world, pages mark its objects, and those that were hit are
 * opened and identified. nr_gone and gone are of samples in files that cannot be opened, which report will have no
 * names for. */
static void user_hits(struct hits *hits, const struct hits_options *options, const struct scan *scan)
{
	struct world world = { .by_pid = U64MAP_INIT, .by_file = U64MAP_INIT };
	size_t first = hits->build_ids.count;
	intern_init(&world.names);
	for (size_t i = 0; i < scan->nr_runs; i++) {
		for (size_t k = 0; k < scan->of_run[i].side_band.count; k++) {
			const struct record *r = &scan->of_run[i].side_band.items[k];
			if (r->type == RECORD_FORK) apply_fork(&world, r);
			else apply_map(&world, r);
		}
	}
	for (unsigned w = 0; w < scan->nr_workers; w++)
		for (size_t i = 0; i < scan->workers[w].pages.count; i++)
			if (scan->workers[w].pages.items[i].pid != KERNEL_PID)
				mark(&world, &scan->workers[w].pages.items[i]);
	count_generated(&hits->gaps, &world);
	uint64_t most_gone = 0;
	for (uint32_t i = 0; i < world.objects.count; i++) {
		struct build_id id;
		const struct object *object = &world.objects.items[i];
		const char *name = intern_text(&world.names, object->name);
		if (!object->hit && !options->all) continue;
		int fd = object_open(options, object, name);
		if (fd < 0 && name[0] == '/') hits->gaps.nr_gone += object->nr_samples;
		if (fd < 0 && name[0] == '/' && object->nr_samples > most_gone) {
			most_gone = object->nr_samples;
			free(hits->gaps.gone);
			hits->gaps.gone = xstrdup(name);
		}
		if (object_build_id(object, name, fd, &id)) {
			struct header_build_id *added = add_build_id(hits, options, CPUMODE_USER, &id, name, fd);
			added->maj = object->maj;
			added->min = object->min;
			added->ino = object->ino;
		}
		if (fd >= 0) close(fd);
	}
	tell_apart(hits, first);
	for (size_t i = 0; i < world.processes.count; i++) vec_done(&world.processes.items[i].maps);
	vec_done(&world.processes);
	vec_done(&world.objects);
	u64map_done(&world.by_pid);
	u64map_done(&world.by_file);
	intern_done(&world.names);
}

/* O(records / threads) for the scan; what follows depends on the number of pages and maps. */
void hits_collect(struct hits *hits, const struct hits_options *options, const struct hits_source *source)
{
	size_t nr_runs = source->nr_runs, nr_seen = source->nr_seen;
	unsigned threads = nr_runs < 2 ? 1 : threads_default();
	struct scan scan = { .events = source->events,
			     .addresses = options->build_ids && !options->all,
			     .runs = source->runs,
			     .nr_workers = threads,
			     .nr_runs = nr_runs };
	scan.workers = xcalloc(threads + nr_seen, sizeof(*scan.workers));
	scan.of_run = xcalloc(nr_runs + nr_seen + 1, sizeof(*scan.of_run));
	threads_for(threads, nr_runs, scan_run, &scan);
	for (size_t i = 0; i < nr_seen; i++) {
		/* Shallow copies: they stay the hits_seen's, and are not freed below. */
		scan.workers[scan.nr_workers++] = source->seen[i]->worker;
		scan.of_run[scan.nr_runs++] = source->seen[i]->records;
	}
	for (unsigned w = 0; w < scan.nr_workers; w++) {
		const struct worker *worker = &scan.workers[w];
		hits->nr_records += worker->nr_records;
		hits->nr_samples += worker->nr_samples;
		hits->nr_lost += worker->nr_lost;
		hits->nr_lost_records += worker->nr_lost_records;
		hits->nr_throttled += worker->nr_throttled;
		hits->gaps.nr_samples += worker->gaps.nr_samples;
		hits->gaps.nr_chains += worker->gaps.nr_chains;
		hits->gaps.nr_lone += worker->gaps.nr_lone;
		if (worker->first_ns && (!hits->first_ns || worker->first_ns < hits->first_ns))
			hits->first_ns = worker->first_ns;
		hits->last_ns = MAX(hits->last_ns, worker->last_ns);
	}
	if (options->build_ids) {
		kernel_hits(hits, options, scan.workers, scan.nr_workers);
		user_hits(hits, options, &scan);
	}
	for (unsigned w = 0; w < threads; w++) worker_done(&scan.workers[w]);
	for (size_t i = 0; i < nr_runs; i++) vec_done(&scan.of_run[i].side_band);
	free(scan.workers);
	free(scan.of_run);
}

void hits_done(struct hits *hits)
{
	for (size_t i = 0; i < hits->build_ids.count; i++) free(hits->build_ids.items[i].filename);
	vec_done(&hits->build_ids);
	hits_gaps_done(&hits->gaps);
}

void hits_gaps_done(struct hits_gaps *gaps)
{
	free(gaps->generated_by);
	free(gaps->gone);
}
