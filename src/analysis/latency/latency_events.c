/* Which events of the recording are begin and end, and where in their samples key and group are (readers, made
 * once); then reading samples by it on all cores.
 *
 * There may be several events of one name (with modifiers, of several PMUs): each has a reader on each side that it
 * plays. */
#include "analysis/latency/latency_events.h"

#include <errno.h>
#include <string.h>
#include "analysis/pass/sample_payload.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "model/task.h"
#include "syscall/syscall.h"

/* What an event without such a field in its payload has from its sample. OF_PAYLOAD is 0 and has no name. */
enum source { OF_PAYLOAD, OF_TID, OF_PID, OF_CPU, OF_COMM };
static const char *const sources[] = { [OF_TID] = "tid", [OF_PID] = "pid", [OF_CPU] = "cpu", [OF_COMM] = "comm" };

/* Where a value comes from. */
struct place {
	const struct tracepoint_field *field; /* OF_PAYLOAD */
	uint64_t mask;                        /* OF_PAYLOAD, numbers of a key: what both events can hold */
	uint8_t source;                       /* enum source */
	bool is_text, is_device, is_syscall;  /* OF_PAYLOAD: how it is read, and written in labels */
};

/* How one event of the recording is read on one side of the pair. */
struct reader {
	const struct tracepoint *tp; /* NULL: another kind of event, without payload */
	struct place *keys;          /* as many as the spec has */
	struct place *labels;
	size_t nr_labels;
	const struct tracepoint_field *subject_comm,
		*subject_tid;                   /* BEGIN: the task that it is about, NULL: the sample's */
	const struct tracepoint_field *syscall; /* BEGIN: the number of a call, where names are asked for */
	bool needs_task;
};

/* Made by latency_events_new; workers only read it. */
struct latency_events {
	struct session *session;
	const struct latency_spec *spec;
	struct tracepoints *tracepoints;
	struct reader *readers[NR_LATENCY_SIDES]; /* by event index */
	bool *plays[NR_LATENCY_SIDES];            /* by event index: whether it is on this side */
	bool *plays_any;                          /* likewise: on one of them */
	size_t nr_events;
	const char *arch;
};

/* What workers get: all of it is read only. */
struct visit {
	const struct latency_events *events;
	const struct latency_visitor *visitor;
	bool filters_tasks;
};

/* ---- events and fields by name */

/* "block:block_rq_issue", "block_rq_issue"; the event may have modifiers behind its name. */
static bool is_named(const struct perf_event *event, const char *name)
{
	size_t size = strlen(name);
	if (strcmp(event->name, name) == 0) return true;
	if (strncmp(event->name, name, size) == 0 && event->name[size] == ':') return true;
	const char *own = strchr(event->name, ':');
	return own && !strchr(name, ':') && strncmp(own + 1, name, size) == 0 &&
	       (own[1 + size] == '\0' || own[1 + size] == ':');
}

/* The first event that the name fits. NULL: the recording has none of that name. */
static const struct perf_event *find_event(const struct perf_events *events, const char *name)
{
	for (size_t i = 0; i < events->count; i++)
		if (is_named(events->items[i], name)) return events->items[i];
	return NULL;
}

/* Adds a hint to err: which events there are, and what wrong may have been meant as (NULL: nothing was asked for).
 * Returns -EINVAL. */
static int say_events(const struct perf_events *events, const char *wrong, struct err *err)
{
	_strbuf_done_ struct strbuf names = STRBUF_INIT, near = STRBUF_INIT;
	if (wrong) {
		struct suggest suggest = suggest_for(wrong);
		for (size_t i = 0; i < nr_latency_known_pairs; i++) suggest_add(&suggest, latency_known_pairs[i].name);
		for (size_t i = 0; i < events->count; i++) suggest_add(&suggest, events->items[i]->name);
		suggest_format(&suggest, "", &near);
	}
	for (size_t i = 0; i < events->count && i < 20; i++)
		strbuf_printf(&names, "%s%s", i ? ", " : "", events->items[i]->name);
	if (events->count > 20) strbuf_str(&names, ", ...");
	err_hint(err, "%sIt has: %s%s", strbuf_text(&near), strbuf_text(&names),
		 wrong ? "\n--pair names two of them, or a known pair" : "");
	return -EINVAL;
}

/* Without --pair: the first known pair whose two events the recording has, else its only two tracepoints. */
static int choose_events(const struct perf_events *events, struct latency_spec *spec, struct err *err)
{
	const struct perf_event *tracepoints[NR_LATENCY_SIDES];
	size_t nr_tracepoints = 0;
	for (size_t i = 0; i < nr_latency_known_pairs; i++) {
		const struct latency_known_pair *pair = &latency_known_pairs[i];
		if (find_event(events, pair->begin) && find_event(events, pair->end))
			return latency_spec_parse_pair(spec, pair->name, err);
	}
	for (size_t i = 0; i < events->count; i++) {
		if (events->items[i]->attr.type != ATTR_TYPE_TRACEPOINT) continue;
		if (nr_tracepoints < NR_LATENCY_SIDES) tracepoints[nr_tracepoints] = events->items[i];
		nr_tracepoints++;
	}
	if (nr_tracepoints != NR_LATENCY_SIDES) {
		err_set(err, -EINVAL, "Which latencies? Name two events of the recording: --pair BEGIN,END");
		return say_events(events, NULL, err);
	}
	for (int side = 0; side < NR_LATENCY_SIDES; side++) spec->events[side] = xstrdup(tracepoints[side]->name);
	return 0;
}

/* NULL also for a tracepoint whose format the recording does not have. */
static const struct tracepoint *tracepoint_of(const struct latency_events *events, const struct perf_event *event)
{
	return event->attr.type == ATTR_TYPE_TRACEPOINT ? tracepoints_find(events->tracepoints, event->attr.config)
							: NULL;
}

/* Where a field of the spec is: a field of the payload, else one of `sources`. False: neither has the name. A payload's
 * "pid" is so found before the sample's: sched_waking's is the one that is woken. */
static bool find_place(const struct tracepoint *tp, const char *name, struct place *ret)
{
	const struct tracepoint_field *field = tp ? tracepoint_field(tp, name) : NULL;
	*ret = (struct place){ .field = field, .mask = UINT64_MAX };
	if (field) {
		ret->is_text = field->flags & (TRACEPOINT_STRING | TRACEPOINT_DYNAMIC | TRACEPOINT_ARRAY);
		ret->is_device = strcmp(field->type, "dev_t") == 0;
		ret->is_syscall = strcmp(tp->system, "raw_syscalls") == 0 && strcmp(name, "id") == 0;
		if (!ret->is_text && field->size && field->size < 8) ret->mask = ((uint64_t)1 << (field->size * 8)) - 1;
		return true;
	}
	for (size_t i = OF_TID; i < ARRAY_SIZE(sources); i++) {
		if (strcmp(name, sources[i]) != 0) continue;
		ret->source = (uint8_t)i;
		ret->is_text = i == OF_COMM;
		return true;
	}
	return false;
}

/* Sets err: the event has no such field, and which it has. Returns -EINVAL. */
static int say_fields(const struct tracepoint *tp, const char *event, const char *name, struct err *err)
{
	_strbuf_done_ struct strbuf names = STRBUF_INIT;
	for (size_t i = tp ? tp->nr_common : 0; tp && i < tp->nr_fields; i++)
		strbuf_printf(&names, "%s, ", tp->fields[i].name);
	err_set(err, -EINVAL, "%s has no field '%s'", event, name);
	err_hint(err, "It has: %stid, pid, cpu, comm", strbuf_text(&names));
	return -EINVAL;
}

/* Looks up keys and labels of one side for one event. */
static int make_reader(const struct latency_events *events, const struct perf_event *event, int side,
		       struct reader *reader, struct err *err)
{
	const struct latency_spec *spec = events->spec;
	reader->tp = tracepoint_of(events, event);
	reader->keys = xcalloc(spec->keys.count + 1, sizeof(*reader->keys));
	reader->labels = xcalloc(spec->by.count + 1, sizeof(*reader->labels));
	for (size_t i = 0; i < spec->keys.count; i++) {
		const char *name = spec->keys.items[i].fields[side];
		if (!find_place(reader->tp, name, &reader->keys[i]))
			return say_fields(reader->tp, event->name, name, err);
		reader->needs_task |= reader->keys[i].source == OF_COMM;
	}
	/* Fields of --by without a side are the begin's, if it has them. */
	const struct perf_event *begin = find_event(session_events(events->session), spec->events[LATENCY_BEGIN]);
	for (size_t i = 0; i < spec->by.count; i++) {
		const struct latency_by *by = &spec->by.items[i];
		struct place place;
		int owner = by->side;
		if (owner < 0) /* not said: the beginning's, if that has such a field */
			owner = find_place(tracepoint_of(events, begin), by->field, &place) ? LATENCY_BEGIN
											    : LATENCY_END;
		if (owner != side) continue;
		if (!find_place(reader->tp, by->field, &place))
			return say_fields(reader->tp, event->name, by->field, err);
		reader->needs_task |= place.source == OF_COMM;
		reader->labels[reader->nr_labels++] = place;
	}
	if (side == LATENCY_BEGIN && reader->tp) {
		reader->subject_comm = tracepoint_field(reader->tp, "comm");
		reader->subject_tid = tracepoint_field(reader->tp, "pid");
		if (!reader->subject_comm || !reader->subject_tid) reader->subject_comm = reader->subject_tid = NULL;
		reader->syscall = tracepoint_field(reader->tp, "id");
	}
	return 0;
}

/* Numbers of a key are compared in the narrower of the two fields: one may be signed, the other not. */
static void match_widths(struct latency_events *events)
{
	for (size_t k = 0; k < events->spec->keys.count; k++) {
		uint64_t mask = UINT64_MAX;
		for (int side = 0; side < NR_LATENCY_SIDES; side++)
			for (size_t i = 0; i < events->nr_events; i++)
				if (events->plays[side][i]) mask &= events->readers[side][i].keys[k].mask;
		for (int side = 0; side < NR_LATENCY_SIDES; side++)
			for (size_t i = 0; i < events->nr_events; i++)
				if (events->plays[side][i]) events->readers[side][i].keys[k].mask = mask;
	}
}

/* Finds both events and chooses the key (that of a known pair, else tid); a reader for each event of these names. */
static int make_readers(struct latency_events *events, struct latency_spec *spec, struct err *err)
{
	const struct perf_events *all = session_events(events->session);
	for (int side = 0; side < NR_LATENCY_SIDES; side++) {
		const struct perf_event *first = find_event(all, spec->events[side]);
		if (!first) {
			err_set(err, -EINVAL, "The recording has no event %s", spec->events[side]);
			return say_events(all, spec->events[side], err);
		}
		free(spec->events[side]);
		spec->events[side] = xstrdup(first->name);
	}
	if (!spec->has_key) {
		const struct latency_known_pair *known = latency_known_pair_of(spec->events[LATENCY_BEGIN],
									       spec->events[LATENCY_END]);
		int r = latency_spec_parse_key(spec, known ? known->key : "tid", err);
		if (r < 0) return r;
	}
	for (int side = 0; side < NR_LATENCY_SIDES; side++) {
		for (size_t i = 0; i < all->count; i++) {
			if (strcmp(all->items[i]->name, spec->events[side]) != 0) continue;
			events->plays[side][i] = events->plays_any[i] = true;
			int r = make_reader(events, all->items[i], side, &events->readers[side][i], err);
			if (r < 0) return r;
			if (!(all->items[i]->attr.sample_type & SAMPLE_TIME))
				return err_set(err, -EINVAL, "Samples of %s have no time", all->items[i]->name);
		}
	}
	match_widths(events);
	return 0;
}

/* On failure all that was made so far is freed; spec keeps what was filled in, which is its owner's to free. */
int latency_events_new(struct session *session, struct latency_spec *spec, struct latency_events **ret, struct err *err)
{
	const struct perf_header *header = session_header(session);
	struct latency_events *events = xcalloc(1, sizeof(*events));
	*events = (struct latency_events){ .session = session,
					   .spec = spec,
					   .nr_events = session_events(session)->count,
					   .arch = header->arch && *header->arch ? header->arch : "x86_64" };
	events->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	events->plays_any = xcalloc(events->nr_events + 1, sizeof(*events->plays_any));
	for (int side = 0; side < NR_LATENCY_SIDES; side++) {
		events->readers[side] = xcalloc(events->nr_events + 1, sizeof(*events->readers[side]));
		events->plays[side] = xcalloc(events->nr_events + 1, sizeof(*events->plays[side]));
	}
	int r = spec->events[LATENCY_BEGIN] ? 0 : choose_events(session_events(session), spec, err);
	if (r >= 0) r = make_readers(events, spec, err);
	if (r >= 0) *ret = events;
	else latency_events_free(events);
	return r < 0 ? r : 0;
}

void latency_events_free(struct latency_events *events)
{
	if (!events) return;
	for (int side = 0; side < NR_LATENCY_SIDES; side++) {
		for (size_t i = 0; i < events->nr_events; i++) {
			free(events->readers[side][i].keys);
			free(events->readers[side][i].labels);
		}
		free(events->readers[side]);
		free(events->plays[side]);
	}
	tracepoints_free(events->tracepoints);
	free(events->plays_any);
	free(events);
}

/* ---- samples, on all cores */

/* NULL (a payload too short) is as "". */
static uint64_t hash_text(const uint8_t *text, size_t size)
{
	return hash_bytes(text, text ? strnlen((const char *)text, size) : 0);
}

/* A field as a number; texts as their hash. */
static uint64_t value_of(const struct reader *reader, const struct place *place, const struct sample *sample)
{
	switch (place->source) {
	/* every CPU has an idle task of this number */
	case OF_TID: return sample->tid ? sample->tid : (uint64_t)1 << 32 | sample->cpu;
	case OF_PID: return sample->pid;
	case OF_CPU: return sample->cpu;
	default: break;
	}
	if (!place->is_text)
		return tracepoint_number(reader->tp, place->field, sample->raw, sample->raw_size) & place->mask;
	size_t size;
	const uint8_t *text = tracepoint_bytes(reader->tp, place->field, sample->raw, sample->raw_size, &size);
	return hash_text(text, size);
}

/* A key of one number needs no hash. */
static uint64_t key_of(const struct latency_events *events, const struct reader *reader, const struct sample *sample,
		       const struct sample_task *task)
{
	size_t nr = events->spec->keys.count;
	uint64_t key = 0;
	for (size_t i = 0; i < nr; i++) {
		const struct place *place = &reader->keys[i];
		uint64_t value = place->source == OF_COMM ? hash_text((const uint8_t *)task->comm, strlen(task->comm))
							  : value_of(reader, place, sample);
		key = nr == 1 ? value : hash_pair(key, value);
	}
	return key;
}

/* What groups are called: values with blanks between, devices as MAJOR,MINOR (dev_t of the kernel: 20 bits of
 * minor), numbers of calls by name. */
static void add_label(const struct latency_events *events, const struct reader *reader, const struct sample *sample,
		      const struct sample_task *task, struct outbuf *out)
{
	for (size_t i = 0; i < reader->nr_labels; i++) {
		const struct place *place = &reader->labels[i];
		if (i) out_char(out, ' ');
		if (place->source == OF_COMM) {
			out_str(out, task->comm);
		} else if (place->source == OF_CPU) {
			out_dec(out, sample->cpu, 0);
		} else if (place->source != OF_PAYLOAD) {
			out_sdec(out, (int32_t)(place->source == OF_TID ? sample->tid : sample->pid), 0);
		} else if (place->is_device) {
			uint64_t device = tracepoint_number(reader->tp, place->field, sample->raw, sample->raw_size);
			out_dec(out, (uint32_t)device >> 20, 0);
			out_char(out, ',');
			out_dec(out, device & 0xfffff, 0);
		} else {
			const struct syscall *call =
				place->is_syscall ? syscall_by_number(events->arch,
								      tracepoint_number(reader->tp, place->field,
											sample->raw, sample->raw_size))
						  : NULL;
			if (call) out_str(out, call->name);
			else tracepoint_print_field(reader->tp, place->field, sample->raw, sample->raw_size, out);
		}
	}
	out_char(out, '\0');
}

/* Whether the payload ends before a field of the key. */
static bool is_damaged(const struct latency_events *events, const struct reader *reader, const struct sample *sample)
{
	for (size_t i = 0; i < events->spec->keys.count; i++)
		if (!sample_payload_holds(sample, reader->keys[i].field)) return true;
	return false;
}

/* Who a latency is of, with its name. */
struct subject {
	struct sample_task task;
	char comm[32]; /* of a payload, what task.comm points to */
};

/* Whose latency it is that begins: of whom the payload names, else of who was running. ret: NULL where names are not
 * wanted. */
static void find_subject(struct resolver *resolver, const struct reader *reader, const struct sample *sample,
			 struct latency_event *event, struct subject *ret)
{
	if (reader->subject_tid && sample_payload_holds(sample, reader->subject_tid) &&
	    sample_payload_holds(sample, reader->subject_comm)) {
		event->tid = event->pid = (uint32_t)tracepoint_number(reader->tp, reader->subject_tid, sample->raw,
								      sample->raw_size);
		if (!ret) return;
		size_t size;
		const uint8_t *text = tracepoint_bytes(reader->tp, reader->subject_comm, sample->raw, sample->raw_size,
						       &size);
		size = text ? strnlen((const char *)text, MIN(size, (size_t)31)) : 0;
		if (size) memcpy(ret->comm, text, size);
		ret->comm[size] = '\0';
		resolver_task_at(resolver, (uint32_t)-1, event->tid, sample->time_ns, &ret->task);
		if (ret->task.task) event->pid = ret->task.task->pid;
		ret->task.tid = event->tid;
		ret->task.pid = event->pid;
		ret->task.comm = ret->comm;
	} else if (ret) {
		resolver_task(resolver, sample, &ret->task);
	}
}

/* Whether the event is of a call that was not asked for. */
static bool is_other_call(const struct visit *visit, const struct reader *reader, const struct sample *sample)
{
	if (!visit->visitor->nr_syscalls || !reader->syscall || !sample_payload_holds(sample, reader->syscall))
		return false;
	const struct syscall *call = syscall_by_number(
		visit->events->arch, tracepoint_number(reader->tp, reader->syscall, sample->raw, sample->raw_size));
	for (size_t i = 0; call && i < visit->visitor->nr_syscalls; i++)
		if (strcmp(call->name, visit->visitor->syscalls[i]) == 0) return false;
	return true;
}

/* A text that the worker has just written, with its NUL. In the worker's arena: many are alive until their events were
 * given to the visitor. */
static const char *keep_text(struct tracepoint_worker *worker)
{
	return arena_memdup(worker->memory, worker->text.data, worker->text.size);
}

/* Makes an event of a sample. Hidden begins are given, too: their ends must find them, instead of ends without a
 * begin. */
static void read_event(const struct visit *visit, struct tracepoint_worker *worker, const struct sample *sample,
		       int side, struct latency_event *event)
{
	const struct latency_events *events = visit->events;
	const struct reader *reader = &events->readers[side][sample->event->idx];
	const struct sample_filter *filter = visit->visitor->filter;
	struct resolver *resolver = worker->session->resolver;
	struct subject subject = { .task = { .comm = "", .pid = sample->pid, .tid = sample->tid } };

	*event = (struct latency_event){ .time_ns = sample->time_ns,
					 .pid = sample->pid,
					 .tid = sample->tid,
					 .cpu = sample->cpu,
					 .kind = (uint8_t)side,
					 .is_damaged = is_damaged(events, reader, sample) };
	if (event->is_damaged) return;
	bool named = side == LATENCY_BEGIN && (visit->visitor->with_comms || visit->filters_tasks);
	if (reader->needs_task) resolver_task(resolver, sample, &subject.task);
	event->key = key_of(events, reader, sample, &subject.task);
	if (events->spec->by.count) {
		worker->text.size = 0;
		add_label(events, reader, sample, &subject.task, &worker->text);
		event->label = keep_text(worker);
	}
	if (side != LATENCY_BEGIN) return;
	find_subject(resolver, reader, sample, event, named ? &subject : NULL);
	event->hidden = (visit->filters_tasks && sample_filter_hides_task(filter, sample, &subject.task)) ||
			is_other_call(visit, reader, sample) ||
			(filter && filter->by_cpu && !number_list_has(&filter->cpus, (int32_t)sample->cpu));
	if (!visit->visitor->with_comms) return;
	event->comm = subject.task.comm; /* the model's, which stays */
	if (event->comm == subject.comm) event->comm = arena_strdup(worker->memory, subject.comm);
}

/* Of one event both sides: from one to the next of its kind (--pair EVENT). */
static unsigned latency_events_read(void *ctx, struct tracepoint_worker *worker, const struct sample *sample,
				    void *items)
{
	const struct visit *visit = ctx;
	struct latency_event *events = items;
	uint32_t index = sample->event->idx;
	unsigned nr = 0;
	for (int side = NR_LATENCY_SIDES - 1; side >= 0; side--) /* an end comes before a beginning */
		if (visit->events->plays[side][index]) read_event(visit, worker, sample, side, &events[nr++]);
	return nr;
}

/* The filter's times drop events of both sides before they are read; tasks and CPUs hide begins (read_event). */
int latency_events_visit(struct latency_events *events, const struct latency_visitor *visitor, struct err *err)
{
	const struct sample_filter *filter = visitor->filter;
	struct visit visit = { .events = events, .visitor = visitor };
	/* CPUs and tasks of the filter must not drop ends. */
	struct sample_filter times = { .socket = -1 }; /* the visitor's, nothing else of it */
	if (filter) times = (struct sample_filter){ .times = filter->times, .by_time = filter->by_time, .socket = -1 };
	visit.filters_tasks = filter && (filter->comms.given || filter->pids.count || filter->tids.count);
	struct tracepoint_pass pass = { .ctx = visitor->ctx,
					.worker_ctx = &visit,
					.event_size_bytes = sizeof(struct latency_event),
					.event = visitor->event,
					.batch = visitor->batch,
					.read = latency_events_read,
					.nr_events_most = NR_LATENCY_SIDES,
					.wants_event = events->plays_any,
					.filter = filter ? &times : NULL };
	return tracepoint_pass_run(&pass, events->session, err);
}
