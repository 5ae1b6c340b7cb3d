#include "commands/inject/inject_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "commands/inject/inject_calls.h"
#include "commands/inject/inject_chains.h"
#include "commands/inject/inject_jit.h"
#include "commands/inject/inject_maps.h"
#include "commands/inject/inject_objects.h"
#include "commands/inject/inject_sleep.h"
#include "commands/inject/inject_trace.h"
#include "perfdata/feature/header_feature.h"
#include "record/file/output.h"

/* One run. Parts that the options do not ask for are empty. */
struct injection {
	const struct inject_values *values;
	struct session *session;
	struct warnings *warnings;
	known_build_id_vec known;
	struct inject_objects objects;
	struct inject_maps maps;
	struct inject_sleep *sleep;
	struct inject_calls *calls;
	struct inject_trace trace;
	struct inject_chains chains;
	struct inject_jit jit;
	VEC(struct header_build_id) build_ids; /* what -b and --buildid-all list; names are the model's */
};

static bool lists_build_ids(const struct inject_values *v) { return v->build_ids || v->buildid_all; }
static bool rewrites_maps(const struct inject_values *v) { return v->mmap2 || v->mmap2_all; }
/* Whether samples have to be looked at to know which objects are of interest. */
static bool needs_hits(const struct inject_values *v) { return v->build_ids || v->mmap2; }
static bool needs_model(const struct inject_values *v)
{
	return lists_build_ids(v) || rewrites_maps(v) || v->itrace || v->convert_callchain;
}

/* ---- the list of build-ids */

static bool is_kernel_side(const struct dso *dso) { return dso->kind == DSO_KERNEL || dso->kind == DSO_MODULE; }

/* Whether the recording's own list has the object; --known-build-ids says it anew. */
static bool is_listed(const struct injection *in, const char *filename)
{
	for (size_t i = 0; i < in->build_ids.count; i++)
		if (strcmp(in->build_ids.items[i].filename, filename) == 0) return true;
	return false;
}

/* What the recording lists already stays, unless --known-build-ids says otherwise. */
static void keep_listed(struct injection *in)
{
	const struct perf_header *header = session_header(in->session);
	for (uint32_t i = 0; i < header->nr_build_ids; i++) {
		struct header_build_id listed = header->build_ids[i];
		for (size_t k = 0; k < in->known.count; k++)
			if (strcmp(in->known.items[k].path, listed.filename) == 0) listed.id = in->known.items[k].id;
		vec_push(&in->build_ids, listed);
	}
}

static void list_build_ids(struct injection *in)
{
	const struct model *model = session_model(in->session);
	keep_listed(in);
	for (size_t i = 0; i < in->objects.count; i++) {
		const struct dso *dso = model_dso(model, (uint32_t)i);
		if ((!in->values->buildid_all && !in->objects.hit[i]) || !inject_objects_may_have_build_id(dso))
			continue;
		if (!machine_is_host(dso->machine) || is_listed(in, dso->long_name)) continue;
		const struct build_id *id = inject_objects_build_id(&in->objects, dso);
		if (!id->size && !in->objects.hit[i]) continue;
		if (!id->size) {
			warnings_add(in->warnings, "no build-id",
				     "%s has no build-id, or its file is gone or another one by now", dso->long_name);
			continue;
		}
		const struct header_build_id item = { .misc = is_kernel_side(dso) ? CPUMODE_KERNEL : CPUMODE_USER,
						      .pid = -1,
						      .id = *id,
						      .filename = (char *)(uintptr_t)dso->long_name };
		vec_push(&in->build_ids, item);
	}
}

/* ---- the second pass */

static void add_build_ids(void *ctx, struct outbuf *out)
{
	const struct injection *in = ctx;
	for (size_t i = 0; i < in->build_ids.count; i++)
		feature_encode_build_id(RECORD_HEADER_BUILD_ID, &in->build_ids.items[i], out);
}

static void change_header(void *ctx, struct perf_header *header)
{
	struct injection *in = ctx;
	/* Nothing else names events of a trace: "psb" would be "unknown attr type". */
	if (in->values->itrace) header_set(header, FEATURE_EVENT_DESC);
	for (size_t i = 0; i < in->jit.build_ids.count; i++) vec_push(&in->build_ids, in->jit.build_ids.items[i]);
	if (!in->build_ids.count) return;
	header->build_ids = in->build_ids.items;
	header->nr_build_ids = (uint32_t)in->build_ids.count;
	header_set(header, FEATURE_BUILD_ID);
}

static enum rewrite rewrite_record(void *ctx, const struct record *r, struct outbuf *out)
{
	struct injection *in = ctx;
	if (in->values->itrace) return inject_trace_record(r);
	if (in->values->jit && inject_jit_wants(r->type)) {
		enum rewrite what = inject_jit_record(&in->jit, r, out);
		if (what != REWRITE_KEEP) return what;
	}
	switch (r->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2: return rewrites_maps(in->values) ? inject_maps_record(&in->maps, r, out) : REWRITE_KEEP;
	case RECORD_SAMPLE:
		if (in->values->convert_callchain) return inject_chains_sample(&in->chains, r, out);
		if (in->calls) return inject_calls_sample(in->calls, r, out);
		return in->sleep ? inject_sleep_sample(in->sleep, r, out) : REWRITE_KEEP;
	/* these stand in front of everything, with what was found besides */
	case RECORD_HEADER_BUILD_ID: return lists_build_ids(in->values) ? REWRITE_DROP : REWRITE_KEEP;
	default: return REWRITE_KEEP;
	}
}

/* As rewrite_record: the types that it does anything about. */
static bool wants_record(void *ctx, uint32_t type)
{
	const struct injection *in = ctx;
	if (in->values->itrace || (in->values->jit && inject_jit_wants(type))) return true;
	switch (type) {
	case RECORD_MMAP:
	case RECORD_MMAP2: return rewrites_maps(in->values);
	case RECORD_SAMPLE: return in->values->convert_callchain || in->calls || in->sleep;
	case RECORD_HEADER_BUILD_ID: return lists_build_ids(in->values);
	default: return false;
	}
}

static int stream_trace(void *ctx, struct perfdata_writer *writer, struct err *err)
{
	struct injection *in = ctx;
	return inject_trace_stream(&in->trace, writer, err);
}

/* Where the recording goes: never over itself, nor onto a terminal. */
static int open_output(struct output *output, const struct inject_values *values, struct err *err)
{
	struct stat in, out;
	const char *input = values->session.input;
	if (output->pipe) {
		if (isatty(STDOUT_FILENO))
			return err_set(err, -EINVAL,
				       "The recording would be written to the terminal\n"
				       "Hint: name a file with -o, or send the output through a pipe");
		return output_open(output, err);
	}
	if (strcmp(input, "-") != 0 && stat(input, &in) == 0 && stat(output->path, &out) == 0 &&
	    in.st_dev == out.st_dev && in.st_ino == out.st_ino)
		return err_set(err, -EINVAL, "%s cannot be written over itself\nHint: name another file with -o",
			       input);
	return output_open(output, err);
}

static int write_anew(struct injection *in, struct err *err)
{
	const struct inject_values *values = in->values;
	const struct output_options options = { .path = values->output ? values->output : "-" };
	struct perfdata *pd = session_perfdata(in->session);
	struct output output;
	output_init(&output, &options);
	struct perfdata_rewriter rewriter = { .records = { in, rewrite_record, wants_record },
					      .header = change_header,
					      .pipe = output.pipe };
	in->jit.pipe = output.pipe;
	if (output.pipe && lists_build_ids(values)) rewriter.begin = add_build_ids;
	if (values->itrace) rewriter.stream = stream_trace;
	if (values->convert_callchain) rewriter.events = &in->chains.written;
	int r = open_output(&output, values, err);
	if (r >= 0) {
		perfdata_rewind(pd);
		r = perfdata_rewrite(pd, output.fd, &rewriter, err);
		if (r < 0) output_discard(&output);
	}
	output_done(&output);
	return r;
}

/* ---- both */

static int prepare(struct injection *in, struct err *err)
{
	const struct inject_values *values = in->values;
	int r = values->itrace ? inject_trace_init(&in->trace, in->session, values->strip, err) : 0;
	if (r >= 0 && values->known_build_ids) r = known_build_ids_parse(&in->known, values->known_build_ids, err);
	if (r >= 0 && needs_model(values)) {
		inject_objects_init(&in->objects, in->session);
		in->objects.known = &in->known;
		in->objects.vmlinux = values->session.ignore_vmlinux ? NULL : values->session.vmlinux;
		in->objects.symfs = values->session.symfs;
		if (needs_hits(values)) r = inject_objects_collect(&in->objects, err);
	}
	if (r >= 0 && values->jit) r = inject_jit_init(&in->jit, in->session, in->warnings, err);
	if (r >= 0 && lists_build_ids(values)) list_build_ids(in);
	else if (r >= 0 && values->jit) keep_listed(in);
	if (r >= 0 && rewrites_maps(values)) inject_maps_init(&in->maps, &in->objects, values->mmap2);
	if (r >= 0 && values->convert_callchain) r = inject_chains_init(&in->chains, in->session, err);
	if (r >= 0 && values->trace) r = inject_calls_new(&in->calls, session_perfdata(in->session), err);
	if (r >= 0 && values->sched_stat) r = inject_sleep_new(&in->sleep, session_perfdata(in->session), err);
	return r;
}

/* A call that has not returned has no time; what had begun before the recording did not begin in it. */
static void tell_calls(const struct injection *in)
{
	uint64_t nr_single = inject_calls_nr_single(in->calls);
	if (nr_single)
		warnings_add(in->warnings, "one end",
			     "%" PRIu64 " samples of system calls are left out: the other end of the call was not "
			     "recorded (it began before, had not returned, or the sample was lost)",
			     nr_single);
	if (!inject_calls_count(in->calls))
		warnings_add(in->warnings, "no calls", "no system call was recorded whole: the result has none");
}

/* What the options promised and the recording did not have. */
static void tell(const struct injection *in)
{
	if (in->trace.nr_unwritten)
		warnings_add(in->warnings, "too long",
			     "%" PRIu64 " samples are too long for a record: they are left out",
			     in->trace.nr_unwritten);
	if (in->chains.nr_unwritten)
		warnings_add(in->warnings, "not converted",
			     "%" PRIu64 " samples are damaged or too long for a record: they are left out",
			     in->chains.nr_unwritten);
	if (in->chains.count && !in->chains.nr_unwound)
		warnings_add(in->warnings, "no user chains",
			     "no stack could be unwound: the programs that were recorded are not here, or other ones "
			     "(--symfs says where they are)");
	if (in->sleep && !inject_sleep_count(in->sleep))
		warnings_add(in->warnings, "no sleep",
			     "no thread was seen to go to sleep and to wake up: the result has no periods of sleep "
			     "(record with -a, so that switches back to threads are seen)");
	if (in->calls) tell_calls(in);
	if (in->values->jit && !in->jit.nr_dumps)
		warnings_add(in->warnings, "no jitdump", "no jitdump file became objects: the result has none of them");
	if (in->values->jit)
		console_verbose(1, "%" PRIu64 " objects of %" PRIu64 " jitdump files\n", in->jit.nr_objects,
				in->jit.nr_dumps);
	if (session_is_portable(in->session))
		warnings_add(in->warnings, "not portable",
			     "the objects and sources that %s carries are not in the result: \"perf archive "
			     "--portable\" puts those of this machine there",
			     in->values->session.input);
	if (lists_build_ids(in->values)) console_verbose(1, "%zu objects with build-ids\n", in->build_ids.count);
	if (in->values->mmap2)
		console_verbose(1, "%" PRIu64 " mappings without samples were left out\n", in->maps.nr_dropped);
}

int inject_run(struct inject_values *values, struct warnings *warnings, struct err *err)
{
	struct injection in = { .values = values, .warnings = warnings };
	if (values->convert_callchain && (values->itrace || values->sched_stat))
		return err_set(err, -EINVAL,
			       "--convert-callchain cannot be combined with --itrace or --sched-stat\n"
			       "Hint: run perf inject twice, --convert-callchain last");
	if (values->trace && (values->itrace || values->sched_stat || values->convert_callchain))
		return err_set(err, -EINVAL,
			       "--trace cannot be combined with --itrace, --sched-stat or --convert-callchain\n"
			       "Hint: run perf inject twice, --trace last");
	if (values->jit && values->itrace)
		return err_set(err, -EINVAL,
			       "--jit cannot be combined with --itrace\nHint: run perf inject twice, --jit first");
	if (values->strip && !values->itrace) return err_set(err, -EINVAL, "--strip option requires --itrace option");
	struct session_options options = session_values_options(&values->session, NULL, warnings);
	options.header_only = !needs_model(values);
	if (!values->itrace) options.itrace.none = true; /* the trace stays one */
	int r = session_open(&options, &in.session, err);
	if (r < 0) return r;
	r = prepare(&in, err);
	if (r >= 0) r = write_anew(&in, err);
	if (r >= 0) tell(&in);
	vec_done(&in.build_ids);
	inject_maps_done(&in.maps);
	inject_sleep_free(in.sleep);
	inject_calls_free(in.calls);
	inject_chains_done(&in.chains);
	inject_jit_done(&in.jit);
	if (needs_model(values)) inject_objects_done(&in.objects);
	known_build_ids_done(&in.known);
	session_close(in.session);
	return r;
}
