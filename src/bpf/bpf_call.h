/* bpf(2). */
#ifndef BPF_BPF_CALL_H
#define BPF_BPF_CALL_H

#include <errno.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the call returns, or -errno. */
static inline int bpf_call(int command, union bpf_attr *attr)
{
	long r = syscall(SYS_bpf, command, attr, sizeof(*attr));
	return r < 0 ? -errno : (int)r;
}

#endif
