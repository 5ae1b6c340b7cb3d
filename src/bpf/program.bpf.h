/* What programs in BPF C (NAME.bpf.c) need: sections, maps, helpers, and the members of kernel structs that they read.
 *
 * Instead of a vmlinux.h of three megabytes: each struct has just the members that a program uses.
 * preserve_access_index makes the compiler note which member is meant, and libbpf puts in its place in the running
 * kernel (CO-RE), so that the order and what is between does not matter. A struct with another layout in older kernels
 * has a name behind three underscores, which libbpf cuts off.
 *
 * Numbers are those of include/uapi/linux/bpf.h; the header itself is not used, as it takes the headers of a CPU that
 * is not BPF. */
#ifndef BPF_PROGRAM_BPF_H
#define BPF_PROGRAM_BPF_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int s32;
typedef long long s64;
typedef _Bool bool;

#define NULL ((void *)0)
#define SEC(name) __attribute__((section(name), used))
#define __always_inline inline __attribute__((always_inline))
/* Members of a map's definition, which libbpf reads from the object's BTF. */
#define MAP_NUMBER(name, value) int(*name)[value]
#define MAP_TYPE(name, type) __typeof__(type) *name

enum {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PERF_EVENT_ARRAY = 4,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_STACK_TRACE = 7,
	BPF_MAP_TYPE_CGROUP_ARRAY = 8,
	BPF_MAP_TYPE_TASK_STORAGE = 29,
};
enum { BPF_ANY = 0, BPF_NOEXIST = 1, BPF_F_NO_PREALLOC = 1 };
#define BPF_F_USER_STACK (1ull << 8)
#define BPF_F_CURRENT_CPU 0xffffffffull
enum { BPF_LOCAL_STORAGE_GET_F_CREATE = 1 };

/* Helpers, by their number. */
static void *(*const bpf_map_lookup_elem)(void *map, const void *key) = (void *)1;
static long (*const bpf_map_update_elem)(void *map, const void *key, const void *value, u64 flags) = (void *)2;
static long (*const bpf_map_delete_elem)(void *map, const void *key) = (void *)3;
static u64 (*const bpf_ktime_get_ns)(void) = (void *)5;
static u32 (*const bpf_get_smp_processor_id)(void) = (void *)8;
static u64 (*const bpf_get_current_pid_tgid)(void) = (void *)14;
static u64 (*const bpf_get_current_uid_gid)(void) = (void *)15;
static long (*const bpf_perf_event_output)(void *ctx, void *map, u64 flags, void *data, u64 size) = (void *)25;
static long (*const bpf_get_stackid)(void *ctx, void *map, u64 flags) = (void *)27;
static long (*const bpf_current_task_under_cgroup)(void *map, u32 index) = (void *)37;
static long (*const bpf_probe_read_kernel)(void *to, u32 size, const void *from) = (void *)113;
static long (*const bpf_seq_write)(void *seq, const void *data, u32 size) = (void *)127;
static long (*const bpf_get_task_stack)(void *task, void *to, u32 size, u64 flags) = (void *)141;
static void *(*const bpf_task_storage_get)(void *map, void *task, void *value, u64 flags) = (void *)156;
static void *(*const bpf_task_pt_regs)(void *task) = (void *)175;
static long (*const bpf_loop)(u32 most, long (*step)(u32 index, void *ctx), void *ctx, u64 flags) = (void *)181;
static void *(*const bpf_get_current_task_btf)(void) = (void *)158;

/* Whether the running kernel has a member: bpf_member_exists(((struct task_struct *)0)->on_cpu). */
#define bpf_member_exists(member) __builtin_preserve_field_info(member, 2)

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct kernfs_node {
	u64 id;
};
struct cgroup {
	struct kernfs_node *kn;
};
struct css_set {
	struct cgroup *dfl_cgrp;
};
struct task_struct {
	unsigned int __state; /* since 5.14 */
	s32 pid, tgid;
	int on_cpu;
	unsigned int flags;
	unsigned int in_iowait : 1;
	struct css_set *cgroups;
};
/* Where a thread of a program was when it called the kernel. */
struct pt_regs___x86 {
	unsigned long orig_ax;
};
struct pt_regs___arm64 {
	int syscallno;
};
struct task_struct___before_5_14 {
	long state;
};
struct seq_file;
struct bpf_iter_meta {
	struct seq_file *seq;
};
struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
};

#pragma clang attribute pop

#endif
