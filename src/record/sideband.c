#include "record/sideband.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/threads.h"
#include "kernel/cgroup.h"
#include "kernel/elf_note.h"

enum { COMM_MAX = 16, ID_INDEX_MAX = (UINT16_MAX - 16) / 32, THREAD_MAP_MAX = (UINT16_MAX - 16) / 24 };

static void put_u16(struct outbuf *out, uint16_t v) { out_mem(out, &v, sizeof(v)); }
static void put_u32(struct outbuf *out, uint32_t v) { out_mem(out, &v, sizeof(v)); }
static void put_u64(struct outbuf *out, uint64_t v) { out_mem(out, &v, sizeof(v)); }

/* Begins a record; the result is where it begins, for end_record to set its size. */
static size_t begin_record(struct sideband *sb, uint32_t type, uint16_t misc)
{
	size_t at = sb->out.size;
	put_u32(&sb->out, type);
	put_u16(&sb->out, misc);
	put_u16(&sb->out, 0);
	return at;
}

static void put_zeros(struct outbuf *out, size_t count)
{
	memset(out_reserve(out, count), 0, count);
	out->size += count;
}

/* NUL-terminated and padded to 8. */
static void put_string(struct outbuf *out, const char *text)
{
	size_t n = strlen(text);
	out_mem(out, text, n);
	put_zeros(out, 8 - n % 8);
}

static void end_record(struct sideband *sb, size_t at, bool with_trailer)
{
	if (with_trailer) put_zeros(&sb->out, sb->trailer_bytes);
	uint16_t size = (uint16_t)(sb->out.size - at);
	memcpy(sb->out.data + at + 6, &size, sizeof(size));
}

void sideband_init(struct sideband *sb, const struct kernelfs *fs, const struct event_attr *attr)
{
	const uint64_t in_trailer = SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU |
				    SAMPLE_IDENTIFIER;
	*sb = (struct sideband){ .fs = fs, .tasks = true, .maps = true };
	out_init(&sb->out, -1);
	if (attr->flags & ATTR_SAMPLE_ID_ALL)
		sb->trailer_bytes = (uint16_t)(8 * __builtin_popcountll(attr->sample_type & in_trailer));
	sb->mmap_data = attr->flags & ATTR_MMAP_DATA;
}

void sideband_done(struct sideband *sb)
{
	out_done(&sb->out);
	u64map_done(&sb->by_file);
	vec_done(&sb->ids);
}

static void put_build_id(struct outbuf *out, const struct build_id *id)
{
	out_char(out, (char)id->size);
	put_zeros(out, 3);
	out_mem(out, id->bytes, sizeof(id->bytes));
}

/* The kernel's text and modules are MMAP records of process -1; as MMAP2 when build-ids go with them. */
static void kernel_map(struct sideband *sb, uint64_t start, uint64_t len, uint64_t pgoff, const char *name,
		       const struct build_id *id)
{
	size_t at = begin_record(sb, id ? RECORD_MMAP2 : RECORD_MMAP, CPUMODE_KERNEL | (id ? MISC_MMAP_BUILD_ID : 0));
	put_u32(&sb->out, (uint32_t)-1);
	put_u32(&sb->out, 0);
	put_u64(&sb->out, start);
	put_u64(&sb->out, len);
	put_u64(&sb->out, pgoff);
	if (id) {
		put_build_id(&sb->out, id);
		put_u32(&sb->out, PROT_EXEC);
		put_u32(&sb->out, 0);
	}
	put_string(&sb->out, name);
	end_record(sb, at, true);
}

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

void sideband_bpf(struct sideband *sb, const struct bpf_programs *programs)
{
	enum { KSYMBOL_BPF = 1, BPF_LOADED = 1 };
	for (size_t i = 0; i < programs->programs.count; i++) {
		const struct bpf_program *program = &programs->programs.items[i];
		for (size_t k = 0; k < program->functions.count; k++) {
			const struct bpf_function *function = &program->functions.items[k];
			size_t at = begin_record(sb, RECORD_KSYMBOL, 0);
			put_u64(&sb->out, function->start);
			put_u32(&sb->out, function->size_bytes);
			put_u16(&sb->out, KSYMBOL_BPF);
			put_u16(&sb->out, 0);
			put_string(&sb->out, function->name);
			end_record(sb, at, true);
		}
		size_t at = begin_record(sb, RECORD_BPF_EVENT, 0);
		put_u16(&sb->out, BPF_LOADED);
		put_u16(&sb->out, 0);
		put_u32(&sb->out, program->id);
		out_mem(&sb->out, program->tag, sizeof(program->tag));
		end_record(sb, at, true);
	}
}

/* Of the file that is mapped, which need not be the one that has its name now. Each file is looked at once. */
static bool map_build_id(struct sideband *sb, int32_t pid, const struct procfs_map *map, struct build_id *ret)
{
	bool is_new;
	if (map->name[0] != '/' || !map->ino) return false;
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

static void user_map(struct sideband *sb, int32_t pid, const struct procfs_map *map)
{
	bool is_code = map->prot & PROT_EXEC;
	if (!is_code && (!sb->mmap_data || !(map->prot & PROT_READ))) return;
	struct build_id id;
	bool has_id = sb->build_ids && is_code && map_build_id(sb, pid, map, &id);
	size_t at = begin_record(sb, RECORD_MMAP2,
				 (uint16_t)(CPUMODE_USER | (is_code ? 0 : MISC_MMAP_DATA) |
					    (has_id ? MISC_MMAP_BUILD_ID : 0)));
	put_u32(&sb->out, (uint32_t)pid);
	put_u32(&sb->out, (uint32_t)pid);
	put_u64(&sb->out, map->start);
	put_u64(&sb->out, map->end - map->start);
	put_u64(&sb->out, map->pgoff);
	if (has_id) {
		put_build_id(&sb->out, &id);
	} else {
		put_u32(&sb->out, map->maj);
		put_u32(&sb->out, map->min);
		put_u64(&sb->out, map->ino);
		put_u64(&sb->out, 0);
	}
	put_u32(&sb->out, map->prot);
	put_u32(&sb->out, map->flags);
	size_t longest = UINT16_MAX - 8 - sb->trailer_bytes - (sb->out.size - at);
	const char *name = map->name[0] ? map->name : "//anon";
	if (strlen(name) >= longest) sb->out.size = at; /* no path is that long */
	else put_string(&sb->out, name);
	if (sb->out.size > at) end_record(sb, at, true);
}

void sideband_comm(struct sideband *sb, int32_t pid, int32_t tid, const char *comm)
{
	size_t at = begin_record(sb, RECORD_COMM, 0);
	put_u32(&sb->out, (uint32_t)pid);
	put_u32(&sb->out, (uint32_t)tid);
	put_string(&sb->out, comm);
	end_record(sb, at, true);
}

static void fork_record(struct sideband *sb, int32_t pid, int32_t tid, int32_t parent)
{
	size_t at = begin_record(sb, RECORD_FORK, MISC_FORK_EXEC);
	put_u32(&sb->out, (uint32_t)pid);
	put_u32(&sb->out, (uint32_t)parent);
	put_u32(&sb->out, (uint32_t)tid);
	put_u32(&sb->out, (uint32_t)parent);
	put_u64(&sb->out, 0);
	end_record(sb, at, true);
}

static void namespaces_record(struct sideband *sb, int32_t pid, int32_t tid)
{
	struct procfs_namespace links[PROCFS_NAMESPACES];
	procfs_namespaces(sb->fs, tid, links);
	size_t at = begin_record(sb, RECORD_NAMESPACES, 0);
	put_u32(&sb->out, (uint32_t)pid);
	put_u32(&sb->out, (uint32_t)tid);
	put_u64(&sb->out, PROCFS_NAMESPACES);
	for (size_t i = 0; i < PROCFS_NAMESPACES; i++) {
		put_u64(&sb->out, links[i].dev);
		put_u64(&sb->out, links[i].inode);
	}
	end_record(sb, at, true);
}

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
	uint16_t misc; /* readers are told at the last one */
	memcpy(&misc, sb->out.data + last + 4, sizeof(misc));
	misc |= MISC_PROC_MAP_PARSE_TIMEOUT;
	memcpy(sb->out.data + last + 4, &misc, sizeof(misc));
}

/* Of all processes, who begot whom is told too; of some, not everybody's parent would be known. */
static void thread(struct sideband *sb, int32_t pid, int32_t tid, bool with_fork)
{
	struct procfs_task task;
	if (!procfs_task(sb->fs, tid, &task)) return;
	if (with_fork) fork_record(sb, pid, tid, tid == pid ? task.ppid : pid);
	if (with_fork && sb->namespaces) namespaces_record(sb, pid, tid);
	sideband_comm(sb, pid, tid, task.comm);
	if (!with_fork && sb->namespaces) namespaces_record(sb, pid, tid);
	if (tid == pid && sb->maps && !task.is_kernel) process_maps(sb, pid);
}

static void process(struct sideband *sb, int32_t pid, bool with_fork)
{
	struct procfs_ids tids = { VEC_INIT };
	if (!sb->tasks || procfs_tids(sb->fs, pid, &tids) < 0) return;
	for (size_t i = 0; i < tids.ids.count; i++) thread(sb, pid, tids.ids.items[i], with_fork);
	vec_done(&tids.ids);
}

void sideband_process(struct sideband *sb, int32_t pid) { process(sb, pid, false); }

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

/* The kernel names a cgroup by the file handle of its directory. */
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
	size_t at = begin_record(sb, RECORD_CGROUP, 0);
	put_u64(&sb->out, id);
	put_string(&sb->out, path[0] ? path : "/");
	end_record(sb, at, true);
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

void sideband_id_index(struct sideband *sb, const struct id_index_entry *entries, size_t count)
{
	while (count) {
		size_t n = MIN(count, (size_t)ID_INDEX_MAX);
		size_t at = begin_record(sb, RECORD_ID_INDEX, 0);
		put_u64(&sb->out, n);
		out_mem(&sb->out, entries, n * sizeof(*entries));
		end_record(sb, at, false);
		entries += n;
		count -= n;
	}
}

void sideband_thread_map(struct sideband *sb, const int32_t *tids, size_t count)
{
	count = MIN(count, (size_t)THREAD_MAP_MAX);
	size_t at = begin_record(sb, RECORD_THREAD_MAP, 0);
	put_u64(&sb->out, count);
	for (size_t i = 0; i < count; i++) {
		put_u64(&sb->out, (uint64_t)(int64_t)tids[i]);
		put_zeros(&sb->out, COMM_MAX);
	}
	end_record(sb, at, false);
}

void sideband_cpu_map(struct sideband *sb, const int32_t *cpus, size_t count)
{
	enum { CPUS = 0, RANGE = 2 };
	bool any = count && cpus[0] < 0;
	bool is_range = !any && count && (size_t)(cpus[count - 1] - cpus[0]) + 1 == count;
	size_t at = begin_record(sb, RECORD_CPU_MAP, 0);
	put_u16(&sb->out, is_range ? RANGE : CPUS);
	if (is_range) {
		put_u16(&sb->out, 0); /* not "any CPU" */
		put_u16(&sb->out, (uint16_t)cpus[0]);
		put_u16(&sb->out, (uint16_t)cpus[count - 1]);
	} else {
		put_u16(&sb->out, (uint16_t)count);
		for (size_t i = 0; i < count; i++) put_u16(&sb->out, (uint16_t)cpus[i]);
		put_zeros(&sb->out, (8 - (sb->out.size - at) % 8) % 8);
	}
	end_record(sb, at, false);
}

void sideband_lost_samples(struct sideband *sb, const struct perf_event *event, uint64_t lost)
{
	size_t at = begin_record(sb, RECORD_LOST_SAMPLES, 0);
	uint64_t id = event->nr_ids ? event->ids[0] : 0;
	put_u64(&sb->out, lost);
	size_t trailer = sb->out.size;
	end_record(sb, at, true);
	if (event->attr.sample_type & SAMPLE_IDENTIFIER && sb->trailer_bytes >= 8)
		memcpy(sb->out.data + sb->out.size - 8, &id, sizeof(id));
	else if (event->attr.sample_type & SAMPLE_ID)
		memcpy(sb->out.data + trailer +
			       8 * (!!(event->attr.sample_type & SAMPLE_TID) +
				    !!(event->attr.sample_type & SAMPLE_TIME)),
		       &id, sizeof(id));
}

void sideband_bare(struct sideband *sb, uint32_t type) { end_record(sb, begin_record(sb, type, 0), false); }
