/* Keys of who ran: thread, command name, control group, and the caller that --parent looks for.
 *
 * Task scope means that the cell follows from the thread and its command name alone: a profile then remembers it
 * from sample to sample. */
#include "key/key_table.h"
#include "base/strbuf.h"

/* ---- pid */

/* The thread, whatever its name was at the time; shown with its last name. UINT64_MAX - 1 as a time is "at the end
 * of the recording". */
static uint64_t pid_cell(struct key_env *env, const struct key_input *in) { return in->task->tid; }

static int pid_order(const struct key_env *env, uint64_t a, uint64_t b) { return key_compare((int32_t)a, (int32_t)b); }

/* The number and the last name of the thread that has it. */
static void pid_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	const struct task *task = key_env_model(env)
					  ? model_task(key_env_model(env), (uint32_t)cell, UINT64_MAX - 1, NULL)
					  : NULL;
	int32_t tid = (int32_t)cell;
	char unknown[16];
	const char *noted = task ? NULL : key_env_thread_name(env, (uint32_t)cell), *name = noted ? noted : unknown;
	snprintf(unknown, sizeof(unknown), ":%d", tid);
	out_printf(out, "%7d:", tid);
	out_left(out, task ? task_comm(task, UINT64_MAX - 1, NULL) : name, width > 8 ? width - 8 : 0);
}

/* The thread may be gone from the new model: its name is noted. */
static uint64_t pid_carry(const struct key_carry *carry, uint64_t cell)
{
	const struct model *model = key_env_model(carry->from);
	const struct task *task = model ? model_task(model, (uint32_t)cell, UINT64_MAX - 1, NULL) : NULL;
	const char *name = task ? task_comm(task, UINT64_MAX - 1, NULL)
				: key_env_thread_name(carry->from, (uint32_t)cell);
	if (name) key_env_note_thread(carry->to, (uint32_t)cell, name);
	return cell;
}

/* The thread alone: names of its last moment may differ. */
static void pid_join(const struct key_env *env, uint64_t cell, struct outbuf *out) { out_sdec(out, (int32_t)cell, 0); }

const struct key key_pid = {
	.name = "pid",
	.header = "    Pid:Command",
	.scope = KEY_TASK,
	.align = KEY_LEFT,
	.flags = KEY_WIDTH,
	.cell = pid_cell,
	.carry = pid_carry,
	.order = pid_order,
	.format = pid_format,
	.join = pid_join,
};

/* ---- tgid */

/* The process: the kernel calls the number of its first thread tgid. Shown with that thread's last name. */
static uint64_t tgid_cell(struct key_env *env, const struct key_input *in) { return in->task->pid; }

const struct key key_tgid = {
	.name = "tgid",
	.header = "   Tgid:Command",
	.scope = KEY_TASK,
	.align = KEY_LEFT,
	.flags = KEY_WIDTH,
	.cell = tgid_cell,
	.carry = pid_carry,
	.order = pid_order,
	.format = pid_format,
};

/* ---- comm */

/* The name at the time of the sample. As upstream, the column is as wide as the last names of the threads, whatever
 * they were called at the time. */
static uint64_t comm_cell(struct key_env *env, const struct key_input *in)
{
	uint64_t text = key_env_text(env, in->task->comm);
	const char *last = in->task->task ? task_comm(in->task->task, UINT64_MAX - 1, NULL) : in->task->comm;
	key_env_note_width(env, in->sample->event->idx, text, (unsigned)strlen(last));
	return text;
}

static unsigned comm_cell_width(const struct key_env *env, uint32_t event, uint64_t cell)
{
	return key_env_noted_width(env, event, cell);
}

const struct key key_comm = {
	.name = "comm",
	.header = "Command",
	.scope = KEY_TASK,
	.align = KEY_LEFT,
	.flags = KEY_FIXED | KEY_CUT,
	.cell = comm_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
	.cell_width = comm_cell_width,
};

/* ---- comm_nodigit */

/* The name with each run of digits replaced, so that "kworker/0:1" and "kworker/7:2" are one. */
static uint64_t comm_nodigit_cell(struct key_env *env, const struct key_input *in)
{
	static const char digits[] = "0123456789", number[] = "<N>";
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	for (const char *at = in->task->comm; *at;) {
		size_t length = strcspn(at, digits);
		strbuf_add(&name, at, length);
		at += length;
		if (*at) strbuf_str(&name, number);
		at += strspn(at, digits);
	}
	return key_env_text(env, strbuf_text(&name));
}

const struct key key_comm_nodigit = {
	.name = "comm_nodigit",
	.header = "CommandNoDigit",
	.scope = KEY_TASK,
	.align = KEY_LEFT,
	.cell = comm_nodigit_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.order_prefix = key_prefix_text,
	.format = key_format_text,
};

/* ---- parent */

static const char no_parent[] = "[other]";

static uint64_t parent_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_text(env, in->parent && in->parent->symbol ? in->parent->symbol->name : no_parent);
}

/* By name; samples without such a caller behind. */
static int parent_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	bool none_a = strcmp(key_env_text_of(env, a), no_parent) == 0,
	     none_b = strcmp(key_env_text_of(env, b), no_parent) == 0;
	return none_a == none_b ? key_order_text(env, a, b) : key_compare(none_a, none_b);
}

const struct key key_parent = {
	.name = "parent",
	.header = "Parent symbol",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_PARENT | KEY_NAME,
	.cell = parent_cell,
	.carry = key_carry_text,
	.order = parent_order,
	.format = key_format_text,
};

/* ---- cgroup */

/* The path of the control group, which CGROUP records tell by its id (PERF_SAMPLE_CGROUP). */
static uint64_t cgroup_cell(struct key_env *env, const struct key_input *in)
{
	const char *path = in->sample->present & SAMPLE_CGROUP && key_env_model(env)
				   ? model_cgroup(key_env_model(env), in->sample->cgroup)
				   : NULL;
	return key_env_text(env, path ? path : "N/A");
}

const struct key key_cgroup = {
	.name = "cgroup",
	.header = "Cgroup",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.cell = cgroup_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};

/* ---- cgroup_id */

enum { NAMESPACE_CGROUP = 6 }; /* its place in a NAMESPACES record */

/* Device and inode of the cgroup namespace, from the thread's NAMESPACES record at the time; "0/0x0" without one. */
static uint64_t cgroup_id_cell(struct key_env *env, const struct key_input *in)
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
	.cell = cgroup_id_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};
