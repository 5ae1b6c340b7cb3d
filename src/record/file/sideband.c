/* The side band: records about what was there before the recording, made from /proc and /sys as the kernel would have
 * written them.
 *
 * Two kinds of envelope: records as the kernel writes them end with a trailer of ids (like_kernel), those of perf
 * itself do not (like_perf). Encoding fails only for names that are longer than a record, which are left out. */
#include "record/file/sideband.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/threads.h"
#include "kernel/cgroup.h"
#include "kernel/elf_note.h"

/* As many entries of 32 bytes as fit a record of 64 KiB. */
enum { ID_INDEX_MAX = (UINT16_MAX - 16) / 32 };

/* The envelope of a record as the kernel would write it. Its trailer has the fields that the events' attr asks for,
 * all of them 0. */
static struct record_envelope like_kernel(const struct sideband *sb, uint32_t type, uint16_t misc)
{
	return (struct record_envelope){ .type = type, .misc = misc, .id = sb->trailer.present ? &sb->trailer : NULL };
}

/* out is a buffer in memory (descriptor -1): whoever has the sideband writes it out. */
void sideband_init(struct sideband *sb, const struct kernelfs *fs, const struct event_attr *attr)
{
	*sb = (struct sideband){ .fs = fs, .tasks = true, .maps = true };
	out_init(&sb->out, -1);
	sb->trailer.present = event_trailer_bits(attr);
	sb->mmap_data = attr->flags & ATTR_MMAP_DATA;
}

void sideband_done(struct sideband *sb)
{
	out_done(&sb->out);
	u64map_done(&sb->by_file);
	vec_done(&sb->ids);
}

/* The kernel's text and modules are MMAP records of process -1; as MMAP2 when build-ids go with them. What is too long
 * to be a record is no path or name of this machine: those records are left out. */
static void kernel_map(struct sideband *sb, uint64_t start, uint64_t len, uint64_t pgoff, const char *name,
		       const struct build_id *id)
{
	struct record_mmap map = {
		.pid = (uint32_t)-1, .start = start, .len = len, .pgoff = pgoff, .prot = PROT_EXEC, .filename = name
	};
	map.has_build_id = id != NULL;
	if (id) map.build_id = *id;
	(void)!record_encode_mmap(&sb->out, like_kernel(sb, id ? RECORD_MMAP2 : RECORD_MMAP, CPUMODE_KERNEL), &map);
}

/* Without a known end it reaches to the end of the address space. pgoff is the symbol's address, as in the kernel's own
 * record of a relocated kernel. */
void sideband_kernel(struct sideband *sb, const struct kernel_text *text)
{
	char name[64];
	struct build_id id;
	snprintf(name, sizeof(name), "[kernel.kallsyms]%s", text->symbol);
	bool has_id = sb->build_ids && kernel_build_id(sb->fs, &id);
	kernel_map(sb, text->start, text->end ? text->end - text->start : ~0ull - text->start, text->start, name,
		   has_id ? &id : NULL);
}

void sideband_modules(struct sideband *sb, const struct kernel_modules *modules)
{
	for (size_t i = 0; i < modules->modules.count; i++) {
		const struct kernel_module *module = &modules->modules.items[i];
		struct build_id id;
		bool has_id = sb->build_ids && kernel_module_build_id(sb->fs, module->name, &id);
		kernel_map(sb, module->start, module->size, 0, module->path, has_id ? &id : NULL);
	}
}

/* Addresses are hidden from users without rights: then functions have none, and only BPF_EVENTs remain. */
void sideband_bpf(struct sideband *sb, const struct bpf_programs *programs)
{
	enum { KSYMBOL_BPF = 1, BPF_LOADED = 1 };
	for (size_t i = 0; i < programs->programs.count; i++) {
		const struct bpf_program *program = &programs->programs.items[i];
		for (size_t k = 0; k < program->functions.count; k++) {
			const struct bpf_function *function = &program->functions.items[k];
			const struct record_ksymbol ksymbol = { .addr = function->start,
								.len = function->size_bytes,
								.ksym_type = KSYMBOL_BPF,
								.name = function->name };
			(void)!record_encode_ksymbol(&sb->out, like_kernel(sb, RECORD_KSYMBOL, 0), &ksymbol);
		}
		struct record_bpf_event loaded = { .bpf_type = BPF_LOADED, .prog_id = program->id };
		memcpy(loaded.tag, program->tag, sizeof(loaded.tag));
		(void)!record_encode_bpf_event(&sb->out, like_kernel(sb, RECORD_BPF_EVENT, 0), &loaded);
	}
}

/* The build-id of the file that is mapped, which need not be the one that has its name now. Each file is read once:
 * the result is kept in by_file. False when it has none. */
static bool map_build_id(struct sideband *sb, int32_t pid, const struct procfs_map *map, struct build_id *ret)
{
	bool is_new;
	if (map->name[0] != '/' || !map->ino) return false;
	/* Names alone do not tell files apart: in containers there are several of one name. */
	uint64_t key = hash_pair(
		hash_pair(hash_bytes(map->name, strlen(map->name)), (uint64_t)map->maj << 32 | map->min), map->ino);
	uint64_t *index = u64map_put(&sb->by_file, key, &is_new);
	if (is_new) {
		struct build_id id;
		int fd = procfs_open_map(sb->fs, pid, map);
		bool has_id = fd >= 0 && elf_fd_build_id(fd, &id);
		if (fd >= 0) close(fd);
		if (has_id) vec_push(&sb->ids, id);
		*index = has_id ? sb->ids.count : 0;
	}
	if (*index) *ret = sb->ids.items[*index - 1];
	return *index;
}

/* A mapping as MMAP2: of code always, of data when asked for. Without a name it is "//anon", as the kernel says. */
static void user_map(struct sideband *sb, int32_t pid, const struct procfs_map *map)
{
	bool is_code = map->prot & PROT_EXEC;
	if (!is_code && (!sb->mmap_data || !(map->prot & PROT_READ))) return;
	struct record_mmap record = { .pid = (uint32_t)pid,
				      .tid = (uint32_t)pid,
				      .start = map->start,
				      .len = map->end - map->start,
				      .pgoff = map->pgoff,
				      .maj = map->maj,
				      .min = map->min,
				      .ino = map->ino,
				      .prot = map->prot,
				      .flags = map->flags,
				      .filename = map->name[0] ? map->name : "//anon" };
	record.has_build_id = sb->build_ids && is_code && map_build_id(sb, pid, map, &record.build_id);
	(void)!record_encode_mmap(
		&sb->out, like_kernel(sb, RECORD_MMAP2, (uint16_t)(CPUMODE_USER | (is_code ? 0 : MISC_MMAP_DATA))),
		&record);
}

/* Also for tasks that do not exist in /proc yet. */
void sideband_comm(struct sideband *sb, int32_t pid, int32_t tid, const char *comm)
{
	const struct record_comm record = { .pid = (uint32_t)pid, .tid = (uint32_t)tid, .comm = comm };
	(void)!record_encode_comm(&sb->out, like_kernel(sb, RECORD_COMM, 0), &record);
}

/* MISC_FORK_EXEC: the maps that follow are the process's own, none are inherited. */
static void fork_record(struct sideband *sb, int32_t pid, int32_t tid, int32_t parent)
{
	const struct record_task fork = {
		.pid = (uint32_t)pid, .ppid = (uint32_t)parent, .tid = (uint32_t)tid, .ptid = (uint32_t)parent
	};
	(void)!record_encode_task(&sb->out, like_kernel(sb, RECORD_FORK, MISC_FORK_EXEC), &fork);
}

/* Those that cannot be read are 0. */
static void namespaces_record(struct sideband *sb, int32_t pid, int32_t tid)
{
	struct procfs_namespace links[PROCFS_NAMESPACES];
	struct record_namespaces record = { .pid = (uint32_t)pid, .tid = (uint32_t)tid, .count = PROCFS_NAMESPACES };
	procfs_namespaces(sb->fs, tid, links);
	for (size_t i = 0; i < PROCFS_NAMESPACES; i++)
		record.link[i] = (struct record_namespace){ links[i].dev, links[i].inode };
	(void)!record_encode_namespaces(&sb->out, like_kernel(sb, RECORD_NAMESPACES, 0), &record);
}

/* The mappings of a process. When reading them took too long, the last record says so (MISC_PROC_MAP_PARSE_TIMEOUT).
 * Newlines in names, which /proc shows escaped, are restored first. */
static void process_maps(struct sideband *sb, int32_t pid)
{
	bool cut;
	_free_ char *text = procfs_maps_timed(sb->fs, pid, sb->maps_timeout_ms, &cut);
	if (!text) return;
	char *pos = text;
	struct procfs_map map;
	size_t last = sb->out.size, before = last;
	while (procfs_next_map(&pos, &map)) {
		procfs_restore_name(sb->fs, pid, &map);
		size_t at = sb->out.size;
		user_map(sb, pid, &map);
		if (sb->out.size > at) last = at;
	}
	if (!cut) return;
	sb->nr_cut++;
	if (sb->out.size == before) return;
	/* The last record of the process carries the flag, for readers to warn. */
	uint16_t misc;
	memcpy(&misc, sb->out.data + last + 4, sizeof(misc));
	misc |= MISC_PROC_MAP_PARSE_TIMEOUT;
	memcpy(sb->out.data + last + 4, &misc, sizeof(misc));
}

/* One thread: its name, and for the first thread of a process its mappings. with_fork: its parent too, which is only
 * told when all processes are listed, as otherwise the parent may be one that no reader knows. */
static void thread(struct sideband *sb, int32_t pid, int32_t tid, bool with_fork)
{
	struct procfs_task task;
	if (!procfs_task(sb->fs, tid, &task)) return;
	/* FORK, NAMESPACES, COMM and MMAP2; without FORK the namespaces follow the name. */
	if (with_fork) fork_record(sb, pid, tid, tid == pid ? task.ppid : pid);
	if (with_fork && sb->namespaces) namespaces_record(sb, pid, tid);
	sideband_comm(sb, pid, tid, task.comm);
	if (!with_fork && sb->namespaces) namespaces_record(sb, pid, tid);
	if (tid == pid && sb->maps && !task.is_kernel) process_maps(sb, pid);
}

/* Threads that end meanwhile are left out. The first one of a process is the process itself. */
static void process(struct sideband *sb, int32_t pid, bool with_fork)
{
	struct procfs_ids tids = { VEC_INIT };
	if (!sb->tasks || procfs_tids(sb->fs, pid, &tids) < 0) return;
	for (size_t i = 0; i < tids.ids.count; i++) thread(sb, pid, tids.ids.items[i], with_fork);
	vec_done(&tids.ids);
}

void sideband_process(struct sideband *sb, int32_t pid) { process(sb, pid, false); }

/* Processes divided evenly and in order among threads, each with a sideband of its own: the results are put together
 * in the same order. */
struct share {
	struct sideband *parts;
	const int32_t *pids;
	size_t nr_pids, nr_parts;
};

static void process_share(void *ctx, unsigned worker, size_t item)
{
	const struct share *share = ctx;
	for (size_t i = item * share->nr_pids / share->nr_parts; i < (item + 1) * share->nr_pids / share->nr_parts; i++)
		process(&share->parts[item], share->pids[i], true);
}

/* Processes do not depend on each other, so that several threads can read them at once. */
void sideband_all_processes(struct sideband *sb, unsigned threads)
{
	struct procfs_ids pids = { VEC_INIT };
	if (!sb->tasks || procfs_pids(sb->fs, &pids) < 0) return;
	if (threads < 2 || pids.ids.count < 2) {
		for (size_t i = 0; i < pids.ids.count; i++) process(sb, pids.ids.items[i], true);
	} else {
		struct share share = { .pids = pids.ids.items,
				       .nr_pids = pids.ids.count,
				       .nr_parts = MIN((size_t)threads, pids.ids.count) };
		share.parts = xcalloc(share.nr_parts, sizeof(*share.parts));
		for (size_t i = 0; i < share.nr_parts; i++) {
			/* Settings are shared; buffers and the cache of build-ids are each part's own. */
			share.parts[i] = *sb;
			share.parts[i].nr_cut = 0;
			share.parts[i].by_file = (struct u64map)U64MAP_INIT;
			share.parts[i].ids.items = NULL;
			share.parts[i].ids.count = share.parts[i].ids.capacity = 0;
			out_init(&share.parts[i].out, -1);
		}
		threads_for((unsigned)share.nr_parts, share.nr_parts, process_share, &share);
		for (size_t i = 0; i < share.nr_parts; i++) {
			if (share.parts[i].out.size)
				out_mem(&sb->out, share.parts[i].out.data, share.parts[i].out.size);
			sb->nr_cut += share.parts[i].nr_cut;
			sideband_done(&share.parts[i]);
		}
		free(share.parts);
	}
	vec_done(&pids.ids);
}

/* The kernel names a cgroup by the file handle of its directory. Depth first, by name; at most `depth` levels down. The
 * id is the one that samples with PERF_SAMPLE_CGROUP carry. */
static void cgroup_tree(struct sideband *sb, const char *mount, const char *path, unsigned depth)
{
	struct {
		struct file_handle head;
		uint64_t id;
	} handle = { .head.handle_bytes = sizeof(uint64_t) };
	int mount_id;
	_free_ char *dir = xasprintf("%s/%s%s", sb->fs->root, mount, path);
	if (name_to_handle_at(AT_FDCWD, dir, &handle.head, &mount_id, 0) < 0 ||
	    handle.head.handle_bytes != sizeof(uint64_t))
		return;
	uint64_t id;
	memcpy(&id, handle.head.f_handle, sizeof(id));
	const struct record_cgroup record = { .id = id, .path = path[0] ? path : "/" };
	(void)!record_encode_cgroup(&sb->out, like_kernel(sb, RECORD_CGROUP, 0), &record);
	struct kernelfs_names names;
	_free_ char *relative = xasprintf("%s%s", mount, path);
	if (depth == 0 || kernelfs_list(sb->fs, relative, KERNELFS_BY_NAME, &names) < 0) return;
	for (size_t i = 0; i < names.names.count; i++) {
		_free_ char *child = xasprintf("%s/%s", path, names.names.items[i]);
		if (kernelfs_exists(sb->fs, "%s%s/cgroup.procs", mount, child))
			cgroup_tree(sb, mount, child, depth - 1);
	}
	kernelfs_names_done(&names);
}

void sideband_cgroups(struct sideband *sb)
{
	_free_ char *mount = cgroup_mount(sb->fs);
	if (mount) cgroup_tree(sb, mount, "", 64);
}

/* Records of perf itself, which have no trailer. Types from 64 on. */
static struct record_envelope like_perf(uint32_t type) { return (struct record_envelope){ .type = type }; }

void sideband_id_index(struct sideband *sb, const struct id_index_entry *entries, size_t count)
{
	while (count) {
		size_t n = MIN(count, (size_t)ID_INDEX_MAX);
		const struct record_id_index index = { .count = n,
						       .entries = cursor_of(entries, n * sizeof(*entries), false) };
		(void)!record_encode_id_index(&sb->out, like_perf(RECORD_ID_INDEX), &index);
		entries += n;
		count -= n;
	}
}

/* Names have 16 bytes with their NUL, as the kernel's have. */
void sideband_thread_map(struct sideband *sb, const int32_t *tids, size_t count, bool with_comms)
{
	struct entry {
		uint64_t tid;
		char comm[16];
	};
	count = MIN(count, (size_t)(UINT16_MAX - 16) / sizeof(struct entry));
	_free_ struct entry *entries = xcalloc(count + 1, sizeof(*entries));
	for (size_t i = 0; i < count; i++) {
		struct procfs_task task = { .comm = "" };
		entries[i].tid = (uint64_t)(int64_t)tids[i];
		if (with_comms && procfs_task(sb->fs, tids[i], &task))
			memcpy(entries[i].comm, task.comm, sizeof(entries[i].comm));
	}
	const struct record_thread_map map = { .count = count,
					       .entries = cursor_of(entries, count * sizeof(*entries), false) };
	(void)!record_encode_thread_map(&sb->out, like_perf(RECORD_THREAD_MAP), &map);
}

/* Two layouts of PERF_RECORD_CPU_MAP: a list of numbers, and a range (any_cpu, first, last). */
void sideband_cpu_map(struct sideband *sb, const int32_t *cpus, size_t count)
{
	enum { CPUS = 0, RANGE = 2 };
	bool any = count && cpus[0] < 0;
	bool is_range = !any && count && (size_t)(cpus[count - 1] - cpus[0]) + 1 == count;
	struct outbuf payload;
	out_init(&payload, -1);
	out_u16(&payload, is_range ? RANGE : CPUS);
	if (is_range) {
		out_u16(&payload, 0); /* not "any CPU" */
		out_u16(&payload, (uint16_t)cpus[0]);
		out_u16(&payload, (uint16_t)cpus[count - 1]);
	} else {
		out_u16(&payload, (uint16_t)count);
		for (size_t i = 0; i < count; i++) out_u16(&payload, (uint16_t)cpus[i]);
	}
	const struct record_cpu_map map = { .payload = cursor_of(payload.data, payload.size, false) };
	(void)!record_encode_cpu_map(&sb->out, like_perf(RECORD_CPU_MAP), &map);
	out_done(&payload);
}

void sideband_lost_samples(struct sideband *sb, const struct perf_event *event, uint64_t lost, bool filtered)
{
	const struct sample_id id = { .present = sb->trailer.present, .id = event->nr_ids ? event->ids[0] : 0 };
	struct record_envelope envelope = like_kernel(sb, RECORD_LOST_SAMPLES, filtered ? MISC_LOST_SAMPLES_BPF : 0);
	if (envelope.id) envelope.id = &id;
	(void)!record_encode_lost_samples(&sb->out, envelope, &(struct record_lost_samples){ .lost = lost });
}

void sideband_bare(struct sideband *sb, uint32_t type)
{
	(void)!record_encode_bare(&sb->out, like_perf(type), &(struct record_bare){ 0 });
}
