/* Counters of the whole machine, one per CPU, that BPF programs read. Sessions that count the same share them: a map
 * that stands as a file lists by attr the id of the map whose entries are the counters. These live as long as some
 * session has them, whoever opened them. */
#ifndef BPF_BPF_SHARED_COUNTER_H
#define BPF_BPF_SHARED_COUNTER_H

#include "event/attr/attr.h"
#include "base/err.h"
#include "kernel/kernelfs.h"

/* Opens the list of shared counters, a pinned hash map at path; makes it where there is none. Returns its
 * descriptor, or -errno with err set: no bpf file system there, or something else has that name. */
int bpf_shared_list_open(const char *path, struct err *err);
/* The map (BPF_MAP_TYPE_PERF_EVENT_ARRAY by CPU) of the counters for attr: one from the list (list_fd, -1: there is
 * none) where somebody has it open, else new ones on all online CPUs, added to the list. Returns its descriptor;
 * closing the last one ends the counters. -errno when no CPU can count that. Of attr only what says what is counted
 * matters. */
int bpf_shared_counter_open(const struct kernelfs *fs, int list_fd, const struct event_attr *attr);

#endif
