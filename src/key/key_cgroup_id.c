#include "key/key_table.h"

enum { NAMESPACE_CGROUP = 6 }; /* its place in a NAMESPACES record */

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct record_namespaces *ns = in->task->task ? task_namespaces(in->task->task, in->sample->time_ns)
							    : NULL;
	char text[64];
	uint64_t dev = 0, inode = 0;
	if (ns && ns->count > NAMESPACE_CGROUP) {
		dev = ns->link[NAMESPACE_CGROUP].dev;
		inode = ns->link[NAMESPACE_CGROUP].inode;
	}
	snprintf(text, sizeof(text), "%llu/0x%llx", (unsigned long long)dev, (unsigned long long)inode);
	return key_env_text(env, text);
}

const struct key key_cgroup_id = {
	.name = "cgroup_id",
	.header = "cgroup id (dev/inode)",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.min_width = 20,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
};
