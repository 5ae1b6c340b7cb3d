/* What the program lock_delay.bpf.c and the code that loads it have in common. Included by both, so without any other
 * header. */
#ifndef BPF_LOCK_DELAY_SHARED_H
#define BPF_LOCK_DELAY_SHARED_H

enum { LOCK_DELAY_MOST_LOCKS = 64, LOCK_DELAY_MOST_NS = 10 * 1000 * 1000 };

struct lock_delay_ask {
	_Bool of_cpus; /* only owners on the CPUs of the map cpus */
};

#endif
