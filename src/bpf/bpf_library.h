/* Programs in BPF C (NAME.bpf.c): the objects that the build embeds, and libbpf, which loads them.
 *
 *     bpf_object_open(&bpf_embedded_off_cpu, &object, &err)     libbpf is loaded at the first one (dlopen)
 *     bpf_object_data(object, &ask, sizeof(ask))                constants, before loading
 *     bpf_object_load(object, &err)                             maps are made, the verifier looks at the programs
 *     bpf_object_attach(object, "on_switch", &err)              it runs from now on
 *     bpf_object_close(object)
 *
 * A failure says which is missing: the compiler when perf was built, libbpf, the kernel's types, or the right. */
#ifndef BPF_BPF_LIBRARY_H
#define BPF_BPF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include "base/err.h"
#include "kernel/kernelfs.h"

/* An object that was compiled at build time. */
struct bpf_embedded {
	const char *name;
	const unsigned char *data;
	const size_t *size_bytes; /* 0: there was no clang then */
};
extern const struct bpf_embedded bpf_embedded_function_latency, bpf_embedded_lock_delay, bpf_embedded_off_cpu,
	bpf_embedded_sample_filter;

struct bpf_object;
/* Reads the object; nothing is in the kernel yet. 0; -EOPNOTSUPP with err set: perf was built without clang, there is
 * no libbpf, or it is too old; else -errno with err set. */
int bpf_object_open(const struct bpf_embedded *embedded, struct bpf_object **ret, struct err *err) _warn_unused_;
/* Detaches all, and closes maps and programs; NULL is fine. */
void bpf_object_close(struct bpf_object *object);
/* Before loading: the values of the object's `const volatile` variables, whole, as they lie in .rodata. -EINVAL: they
 * have another size. */
int bpf_object_data(struct bpf_object *object, const void *data, size_t size_bytes) _warn_unused_;
/* Before loading: a program that is not wanted; how many entries a map has. -ENOENT: there is none of that name. */
int bpf_object_leave_out(struct bpf_object *object, const char *program) _warn_unused_;
int bpf_object_entries(struct bpf_object *object, const char *map, unsigned count) _warn_unused_;
/* Loads all programs. 0 or -errno with err set, with hints about rights and BTF. */
int bpf_object_load(struct bpf_object *object, struct err *err) _warn_unused_;
/* Has a program run where its section says. 0 or -errno with err set. It ends with the object. */
int bpf_object_attach(struct bpf_object *object, const char *program, struct err *err) _warn_unused_;
/* Descriptors of a loaded object, which keeps them: -ENOENT: there is none of that name. */
int bpf_object_map(const struct bpf_object *object, const char *map);
int bpf_object_program(const struct bpf_object *object, const char *program);

/* Whether libbpf can be loaded, and there is something to be loaded by it. */
bool bpf_library_is_available(void);

#endif
