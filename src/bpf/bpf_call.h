/* The system call bpf(2), for which the C library has no function. */
#ifndef BPF_BPF_CALL_H
#define BPF_BPF_CALL_H

#include <errno.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

/* command: BPF_*; attr: its member of the union, all else zero. Returns what the call does (0 or a new descriptor),
 * or -errno. */
static inline int bpf_call(int command, union bpf_attr *attr)
{
	long r = syscall(SYS_bpf, command, attr, sizeof(*attr));
	return r < 0 ? -errno : (int)r;
}

#endif
