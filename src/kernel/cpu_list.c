#include "kernel/cpu_list.h"

#include <stdlib.h>

bool cpu_list_parse(const char *text, struct cpu_list *ret)
{
	struct cpu_list list = { VEC_INIT };
	while (*text) {
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;
		if (end == text) goto wrong;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
			if (end == text) goto wrong;
		}
		if (first > last || last > 1u << 16) goto wrong;
		for (unsigned long cpu = first; cpu <= last; cpu++) vec_push(&list.cpus, (int32_t)cpu);
		if (*end && *end != ',') goto wrong;
		text = *end ? end + 1 : end;
	}
	if (!list.cpus.count) goto wrong;
	*ret = list;
	return true;
wrong:
	vec_done(&list.cpus);
	return false;
}

void cpu_list_online(const struct kernelfs *fs, struct cpu_list *ret)
{
	_free_ char *text = kernelfs_read(fs, "sys/devices/system/cpu/online");
	if (text && cpu_list_parse(text, ret)) return;
	*ret = (struct cpu_list){ VEC_INIT };
	vec_push(&ret->cpus, 0);
}
