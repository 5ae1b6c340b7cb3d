/* Lines for side-band records: --show-task-events and the like. A line begins with the columns of a sample's
 * (script_write_start), of the thread that the record is about; then comes "PERF_RECORD_" with the type's name and
 * what the functions write_* below make of the record. To show another type: a row in `shown`, and a function. */
#include "perfdata/dump.h"
#include "script/script_writer.h"

/* MMAP and MMAP2. MMAP2 has a build id, or device, inode and its generation; then protection and whether it is
 * shared. */
static void write_mmap(const struct record *r, struct outbuf *out)
{
	struct record_mmap m;
	if (record_decode_mmap(r, &m) < 0) return;
	out_printf(out, " %d/%d: [%#llx(%#llx) @ %#llx", (int)m.pid, (int)m.tid, (unsigned long long)m.start,
		   (unsigned long long)m.len, (unsigned long long)m.pgoff);
	if (r->type == RECORD_MMAP) {
		out_printf(out, "]: %c %s\n", r->misc & MISC_MMAP_DATA ? 'r' : 'x', m.filename);
		return;
	}
	if (m.has_build_id) {
		out_lit(out, " <");
		for (unsigned i = 0; i < m.build_id.size; i++) out_hex0(out, m.build_id.bytes[i], 2);
		out_char(out, '>');
	} else {
		out_printf(out, " %02x:%02x %llu %llu", m.maj, m.min, (unsigned long long)m.ino,
			   (unsigned long long)m.ino_generation);
	}
	out_printf(out, "]: %c%c%c%c %s\n", m.prot & 1 ? 'r' : '-', m.prot & 2 ? 'w' : '-', m.prot & 4 ? 'x' : '-',
		   m.flags & 1 ? 's' : 'p', m.filename);
}

static void write_comm(const struct record *r, struct outbuf *out)
{
	struct record_comm c;
	if (record_decode_comm(r, &c) == 0)
		out_printf(out, "%s: %s:%d/%d\n", c.exec ? " exec" : "", c.comm, (int)c.pid, (int)c.tid);
}

/* FORK and EXIT: (child):(parent). */
static void write_task(const struct record *r, struct outbuf *out)
{
	struct record_task t;
	if (record_decode_task(r, &t) == 0)
		out_printf(out, "(%d:%d):(%d:%d)\n", (int)t.pid, (int)t.tid, (int)t.ppid, (int)t.ptid);
}

static void write_lost(const struct record *r, struct outbuf *out)
{
	struct record_lost l;
	if (record_decode_lost(r, &l) == 0) out_printf(out, " lost %llu\n", (unsigned long long)l.lost);
}

/* SWITCH and SWITCH_CPU_WIDE: the latter also says who runs next, or ran before. */
static void write_switch(const struct record *r, struct outbuf *out)
{
	struct record_switch s;
	if (record_decode_switch(r, &s) < 0) return;
	if (!s.out) out_lit(out, " IN         ");
	else out_str(out, s.preempt ? " OUT preempt" : " OUT        ");
	if (r->type == RECORD_SWITCH_CPU_WIDE)
		out_printf(out, "  %s pid/tid: %5d/%-5d", s.out ? "next" : "prev", (int)s.other_pid, (int)s.other_tid);
	out_char(out, '\n');
}

/* Four namespaces a line, as upstream. */
static void write_namespaces(const struct record *r, struct outbuf *out)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	struct record_namespaces n;
	if (record_decode_namespaces(r, &n) < 0) return;
	uint64_t count = MIN(n.count, ARRAY_SIZE(n.link));
	out_printf(out, " %d/%d - nr_namespaces: %llu\n\t\t[", (int)n.pid, (int)n.tid, (unsigned long long)n.count);
	for (uint64_t i = 0; i < count; i++) {
		if (i && i % 4 == 0) out_lit(out, "\n\t\t ");
		out_printf(out, "%u/%s: %llu/0x%llx", (unsigned)i, i < ARRAY_SIZE(names) ? names[i] : "unknown",
			   (unsigned long long)n.link[i].dev, (unsigned long long)n.link[i].inode);
		out_str(out, i + 1 == count ? "]\n" : ", ");
	}
	if (!count) out_lit(out, "]\n");
}

/* Code that the kernel made or unloaded: a BPF program, a trampoline. */
static void write_ksymbol(const struct record *r, struct outbuf *out)
{
	struct record_ksymbol k;
	if (record_decode_ksymbol(r, &k) == 0)
		out_printf(out, " addr %llx len %u type %u flags 0x%x name %s\n", (unsigned long long)k.addr, k.len,
			   k.ksym_type, k.flags, k.name);
}

static void write_bpf_event(const struct record *r, struct outbuf *out)
{
	struct record_bpf_event b;
	if (record_decode_bpf_event(r, &b) == 0)
		out_printf(out, " type %u, flags %u, id %u\n", b.bpf_type, b.flags, b.prog_id);
}

static void write_cgroup_record(const struct record *r, struct outbuf *out)
{
	struct record_cgroup c;
	if (record_decode_cgroup(r, &c) == 0) out_printf(out, " cgroup: %llu %s\n", (unsigned long long)c.id, c.path);
}

/* "TITLE 0f 1f 44 00 00" */
static void write_bytes(const char *title, const uint8_t *bytes, size_t count, struct outbuf *out)
{
	out_str(out, title);
	for (size_t i = 0; i < count; i++) {
		out_char(out, ' ');
		out_hex0(out, bytes[i], 2);
	}
	out_char(out, '\n');
}

/* Kernel code that was changed: where, and the bytes before and after. */
static void write_text_poke(struct script_writer *w, const struct sample_task *task, const struct record *r,
			    struct outbuf *out)
{
	struct record_text_poke t;
	if (record_decode_text_poke(r, &t) < 0) return;
	const struct frame *frame = resolver_ip(w->resolver, task, CPUMODE_KERNEL, t.addr);
	out_printf(out, " %llx ", (unsigned long long)t.addr);
	if (frame->symbol) script_write_symbol(frame, true, out);
	out_printf(out, " old len %u new len %u\n", t.old_len, t.new_len);
	write_bytes("            Old bytes:", t.bytes, t.old_len, out);
	write_bytes("            New bytes:", t.bytes + t.old_len, t.new_len, out);
}

/* The user part of a call chain of samples before, as a chain of its own. sample: of the record. */
static void write_deferred(struct script_writer *w, const struct sample_task *task, const struct script_event *e,
			   const struct record *r, struct sample *sample, struct outbuf *out)
{
	struct record_callchain_deferred deferred;
	if (record_decode_callchain_deferred(r, &deferred) < 0) {
		out_lit(out, "DEFERRED CALLCHAIN\n");
		return;
	}
	out_printf(out, "DEFERRED CALLCHAIN [cookie: %llx]\n", (unsigned long long)deferred.cookie);
	_free_ uint64_t *ips = xcalloc(deferred.count + 1, sizeof(*ips));
	for (uint64_t i = 0; i < deferred.count; i++) ips[i] = cursor_u64(&deferred.ips);
	sample->callchain = ips;
	sample->nr_callchain = deferred.count;
	w->task = task;
	if (e->with_chain) script_write_chain(w, e, sample, out);
	out_char(out, '\n');
}

/* Which option shows a record, and what follows its name. */
static const struct {
	uint32_t type;
	unsigned show;
	void (*write)(const struct record *r, struct outbuf *out);
} shown[] = {
	{ RECORD_MMAP, SCRIPT_SHOW_MMAPS, write_mmap },
	{ RECORD_MMAP2, SCRIPT_SHOW_MMAPS, write_mmap },
	{ RECORD_COMM, SCRIPT_SHOW_TASKS, write_comm },
	{ RECORD_FORK, SCRIPT_SHOW_TASKS, write_task },
	{ RECORD_EXIT, SCRIPT_SHOW_TASKS, write_task },
	{ RECORD_LOST, SCRIPT_SHOW_LOST, write_lost },
	{ RECORD_SWITCH, SCRIPT_SHOW_SWITCHES, write_switch },
	{ RECORD_SWITCH_CPU_WIDE, SCRIPT_SHOW_SWITCHES, write_switch },
	{ RECORD_NAMESPACES, SCRIPT_SHOW_NAMESPACES, write_namespaces },
	{ RECORD_KSYMBOL, SCRIPT_SHOW_BPF | SCRIPT_SHOW_TEXT_POKES, write_ksymbol },
	{ RECORD_BPF_EVENT, SCRIPT_SHOW_BPF, write_bpf_event },
	{ RECORD_CGROUP, SCRIPT_SHOW_CGROUPS, write_cgroup_record },
	/* these want symbols */
	{ RECORD_TEXT_POKE, SCRIPT_SHOW_TEXT_POKES, NULL },
	{ RECORD_CALLCHAIN_DEFERRED, SCRIPT_SHOW_DEFERRED, NULL },
};

/* Who a record is about. FORK: the child is still named as its parent; EXIT: who it was just before. */
static void owner_of(struct script_writer *w, const struct record *r, const struct sample *sample,
		     struct sample_task *ret)
{
	uint32_t pid = sample->pid, tid = sample->tid;
	uint64_t time_ns = sample->time_ns;
	struct record_mmap m;
	struct record_comm c;
	struct record_task t;
	struct record_namespaces n;

	if ((r->type == RECORD_MMAP || r->type == RECORD_MMAP2) && record_decode_mmap(r, &m) == 0) {
		pid = m.pid;
		tid = m.tid;
	} else if (r->type == RECORD_COMM && record_decode_comm(r, &c) == 0) {
		pid = c.pid;
		tid = c.tid;
	} else if (r->type == RECORD_FORK && record_decode_task(r, &t) == 0) {
		pid = t.ppid;
		tid = t.ptid;
	} else if (r->type == RECORD_EXIT && record_decode_task(r, &t) == 0) {
		pid = t.pid;
		tid = t.tid;
		if (time_ns) time_ns--;
	} else if (r->type == RECORD_NAMESPACES && record_decode_namespaces(r, &n) == 0) {
		pid = n.pid;
		tid = n.tid;
	}
	resolver_task_at(w->resolver, pid, tid, time_ns, ret);
	/* what a recorder tells of tasks that were there before it comes in this order: FORK, NAMESPACES, COMM */
	if (r->type == RECORD_NAMESPACES && !time_ns && ret->task && task_ppid(ret->task) != (uint32_t)-1) {
		struct sample_task parent;
		resolver_task_at(w->resolver, task_ppid(ret->task), task_ppid(ret->task), time_ns, &parent);
		ret->comm = parent.comm;
	}
	if (r->type == RECORD_COMM && record_decode_comm(r, &c) == 0) ret->comm = c.comm;
}

/* The columns are those of the event that the record's sample_id names; without one, of the first event. */
void script_write_record(struct script_writer *w, const struct record *r, const struct sample_id *id, uint64_t time_ns,
			 struct outbuf *out)
{
	const unsigned show = w->printer->options.show;

	if (r->type == RECORD_FINISHED_ROUND && show & SCRIPT_SHOW_ROUNDS) {
		out_lit(out, "PERF_RECORD_FINISHED_ROUND\n");
		return;
	}
	if (r->type == RECORD_AUXTRACE_ERROR) {
		struct record_auxtrace_error error;
		if (record_decode_auxtrace_error(r, &error) == 0) dump_auxtrace_error_text(&error, out);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		if (shown[i].type != r->type || !(shown[i].show & show)) continue;
		const struct perf_events *events = perfdata_events(w->printer->pd);
		const struct perf_event *event = id->present & (SAMPLE_ID | SAMPLE_IDENTIFIER)
							 ? events_by_id(events, id->id)
							 : NULL;
		if (!event && events->count) event = events->items[0];
		if (!event) return;
		/* Records that a recorder made up have no time of their own: 0 is shown. */
		const bool timed = time_ns != UINT64_MAX && id->present & SAMPLE_TIME;
		struct sample sample = { .event = event,
					 .misc = r->misc,
					 .pid = id->pid,
					 .tid = id->tid,
					 .cpu = id->cpu,
					 .time_ns = timed ? id->time_ns : 0 };
		struct sample_task task;
		if (!id->present) sample.cpu = 0;
		owner_of(w, r, &sample, &task);
		if (!(id->present & SAMPLE_TID)) {
			sample.pid = task.pid;
			sample.tid = task.tid;
		}
		/* The columns of a thread are told apart by the address of the name. That of a COMM record is in the
		 * record, and another name may stand at that address later: what is kept is forgotten before and
		 * after. */
		struct thread_columns *columns = task.thread < w->threads.count ? &w->threads.items[task.thread] : NULL;
		if (columns) columns->comm = NULL; /* a record's own command name lives only as long as it */
		script_write_start(w, &w->printer->events[event->idx], &task, &sample, r->type, out);
		if (task.thread < w->threads.count) w->threads.items[task.thread].comm = NULL;
		if (r->type == RECORD_CALLCHAIN_DEFERRED) {
			write_deferred(w, &task, &w->printer->events[event->idx], r, &sample, out);
			return;
		}
		out_lit(out, "PERF_RECORD_");
		out_str(out, record_type_name(r->type));
		if (shown[i].write) shown[i].write(r, out);
		else write_text_poke(w, &task, r, out);
		return;
	}
}
