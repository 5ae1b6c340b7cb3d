/* A virtual CPU is a thread of the host. Each has at most one stretch of time that began and has not ended:
 *
 *     what        begins with             ends with
 *     exits       KVM_EXIT                KVM_ENTRY         KVM_DETAIL in between tells the reason better
 *     mmio        a write                 KVM_ENTRY
 *                 KVM_EXIT                a read
 *     ports       KVM_PORT                KVM_ENTRY
 *     msrs        KVM_MSR                 KVM_ENTRY
 *     calls       KVM_CALL                KVM_CALL_END
 *
 * A second beginning replaces the first. Nothing of a thread counts before its first KVM_ENTRY, which tells its
 * number. */
#include "analysis/kvm/kvm.h"

#include <stdlib.h>
#include <string.h>
#include "base/u64map.h"

/* A thread that was seen to enter a guest. */
struct vcpu {
	uint32_t number, tid;
	/* Time runs since begin_ns. With a reason it counts when the guest is entered; else something before that has
	 * to tell it (a read). */
	bool began, has_reason;
	struct kvm_reason reason;
	uint64_t begin_ns;
};

/* A row, and what its name is made of. */
struct row {
	struct kvm_row row;
	struct kvm_reason reason;
};

struct kvm {
	struct kvm_options options;
	VEC(struct vcpu) vcpus;
	VEC(struct row) rows;
	struct u64map vcpu_of_tid;
	struct u64map row_of_code[NR_KVM_GROUPS];
	struct arena names;
	VEC(struct kvm_row) shown;
	struct kvm_result result;
};

struct kvm *kvm_new(const struct kvm_options *options)
{
	struct kvm *kvm = xcalloc(1, sizeof(*kvm));
	kvm->options = *options;
	arena_init(&kvm->names);
	return kvm;
}

void kvm_restart(struct kvm *kvm)
{
	for (size_t i = 0; i < NR_KVM_GROUPS; i++) {
		u64map_done(&kvm->row_of_code[i]);
		kvm->row_of_code[i] = (struct u64map)U64MAP_INIT;
	}
	kvm->rows.count = kvm->shown.count = 0;
	arena_reset(&kvm->names);
	kvm->result = (struct kvm_result){ 0 };
}

void kvm_free(struct kvm *kvm)
{
	if (!kvm) return;
	for (size_t i = 0; i < NR_KVM_GROUPS; i++) u64map_done(&kvm->row_of_code[i]);
	u64map_done(&kvm->vcpu_of_tid);
	vec_done(&kvm->vcpus);
	vec_done(&kvm->rows);
	vec_done(&kvm->shown);
	arena_done(&kvm->names);
	free(kvm);
}

/* The thread's virtual CPU, the first one that it entered. NULL: it has not entered any. */
static struct vcpu *vcpu_of(struct kvm *kvm, const struct kvm_event *event)
{
	const uint64_t *known = u64map_find(&kvm->vcpu_of_tid, event->tid);
	if (known) return &kvm->vcpus.items[*known];
	if (event->kind != KVM_ENTRY) return NULL;
	*u64map_put(&kvm->vcpu_of_tid, event->tid, NULL) = kvm->vcpus.count;
	struct vcpu vcpu = { .number = event->vcpu, .tid = event->tid };
	vec_push(&kvm->vcpus, vcpu);
	return &kvm->vcpus.items[kvm->vcpus.count - 1];
}

static void row_add(struct kvm_row *row, uint64_t ns)
{
	double off = (double)ns - row->mean_ns;
	row->nr++;
	row->total_ns += ns;
	row->min_ns = row->nr == 1 ? ns : MIN(row->min_ns, ns);
	row->max_ns = MAX(row->max_ns, ns);
	row->mean_ns += off / (double)row->nr;
	row->squares += off * ((double)ns - row->mean_ns);
}

/* Damaged recordings may have times that do not ascend; these count as none. */
static void vcpu_end(struct kvm *kvm, struct vcpu *vcpu, const struct kvm_reason *reason, uint64_t end_ns)
{
	vcpu->began = false;
	if (kvm->options.vcpu >= 0 && vcpu->number != (uint32_t)kvm->options.vcpu) return;
	bool is_new;
	uint64_t *place = u64map_put(&kvm->row_of_code[reason->group], reason->code, &is_new);
	if (is_new) {
		struct row row = { .reason = *reason };
		*place = kvm->rows.count;
		vec_push(&kvm->rows, row);
	}
	struct kvm_row *row = &kvm->rows.items[*place].row;
	uint64_t length_ns = end_ns > vcpu->begin_ns ? end_ns - vcpu->begin_ns : 0;
	row_add(row, length_ns);
	if (!kvm->options.ended || length_ns < kvm->options.least_ns) return;
	if (!row->name) row->name = kvm_reason_name(reason, &kvm->names);
	kvm->options.ended(kvm->options.ctx,
			   &(struct kvm_ended){ end_ns, length_ns, vcpu->tid, vcpu->number, row->name });
}

/* reason NULL: who ends it knows. */
static void vcpu_begin(struct vcpu *vcpu, const struct kvm_reason *reason, uint64_t ns)
{
	vcpu->began = true;
	vcpu->begin_ns = ns;
	vcpu->has_reason = reason != NULL;
	if (reason) vcpu->reason = *reason;
}

/* Something that ends what the guest waits for, or gives way to the guest: reason NULL. */
static void vcpu_ends(struct kvm *kvm, struct vcpu *vcpu, const struct kvm_reason *reason, uint64_t ns)
{
	if (!vcpu->began) return;
	if (vcpu->has_reason) vcpu_end(kvm, vcpu, &vcpu->reason, ns);
	else if (reason) vcpu_end(kvm, vcpu, reason, ns);
	vcpu->began = false;
}

void kvm_event(struct kvm *kvm, const struct kvm_event *event)
{
	struct vcpu *vcpu = vcpu_of(kvm, event);
	const struct kvm_reason *reason = &event->reason;
	if (!vcpu) return;
	switch ((enum kvm_kind)event->kind) {
	case KVM_ENTRY:
	case KVM_CALL_END: vcpu_ends(kvm, vcpu, NULL, event->time_ns); break;
	case KVM_EXIT: vcpu_begin(vcpu, kvm->options.what == KVM_WHAT_MMIO ? NULL : reason, event->time_ns); break;
	case KVM_DETAIL:
		if (vcpu->began) vcpu->reason = *reason;
		break;
	case KVM_MMIO:
		if (reason->group == KVM_MMIO_READ) vcpu_ends(kvm, vcpu, reason, event->time_ns);
		else vcpu_begin(vcpu, reason, event->time_ns);
		break;
	case KVM_PORT:
	case KVM_MSR:
	case KVM_CALL: vcpu_begin(vcpu, reason, event->time_ns); break;
	}
}

/* ---- rows */

/* Two rows in one, as if all their events were of one. */
static void row_merge(struct kvm_row *into, const struct kvm_row *row)
{
	double a = (double)into->nr, b = (double)row->nr, off = row->mean_ns - into->mean_ns;
	into->mean_ns += off * b / (a + b);
	into->squares += row->squares + off * off * a * b / (a + b);
	into->nr += row->nr;
	into->total_ns += row->total_ns;
	into->min_ns = MIN(into->min_ns, row->min_ns);
	into->max_ns = MAX(into->max_ns, row->max_ns);
}

static double key_of(const struct kvm_row *row, enum kvm_key key)
{
	switch (key) {
	case KVM_KEY_SAMPLES: return (double)row->nr;
	case KVM_KEY_TIME: return (double)row->total_ns;
	case KVM_KEY_MAX: return (double)row->max_ns;
	case KVM_KEY_MIN: return (double)row->min_ns;
	case KVM_KEY_MEAN: break;
	}
	return row->mean_ns;
}

static int row_compare(const void *a, const void *b, void *ctx)
{
	const struct kvm_row *left = a, *right = b;
	const struct kvm *kvm = ctx;
	double of_left = key_of(left, kvm->options.key), of_right = key_of(right, kvm->options.key);
	if (of_left < of_right || of_left > of_right) return of_left > of_right ? -1 : 1;
	return strcmp(left->name, right->name);
}

static int row_compare_names(const void *a, const void *b)
{
	const struct kvm_row *left = a, *right = b;
	return strcmp(left->name, right->name);
}

/* Different codes may have one name; those without a name have one together, as upstream has it. */
static void merge_names(struct kvm *kvm)
{
	size_t nr = 0;
	if (!kvm->shown.count) return;
	qsort(kvm->shown.items, kvm->shown.count, sizeof(*kvm->shown.items), row_compare_names);
	for (size_t i = 1; i < kvm->shown.count; i++) {
		struct kvm_row *row = &kvm->shown.items[i], *before = &kvm->shown.items[nr];
		if (strcmp(before->name, row->name) == 0) row_merge(before, row);
		else kvm->shown.items[++nr] = *row;
	}
	kvm->shown.count = nr + 1;
}

const struct kvm_result *kvm_finish(struct kvm *kvm, struct warnings *warnings)
{
	kvm->shown.count = 0;
	kvm->result = (struct kvm_result){ .nr_damaged = kvm->result.nr_damaged };
	for (size_t i = 0; i < kvm->rows.count; i++) {
		struct row *from = &kvm->rows.items[i];
		struct kvm_row row = from->row;
		if (!row.name) row.name = from->row.name = kvm_reason_name(&from->reason, &kvm->names);
		if (!row.name && warnings)
			warnings_add(warnings, "unknown reason", "reason %llu of %s for leaving a guest is not known",
				     (unsigned long long)from->reason.code, kvm_group_name(from->reason.group));
		if (!row.name) row.name = "UNKNOWN";
		kvm->result.nr += row.nr;
		kvm->result.total_ns += row.total_ns;
		vec_push(&kvm->shown, row);
	}
	merge_names(kvm);
	if (kvm->shown.count) qsort_r(kvm->shown.items, kvm->shown.count, sizeof(*kvm->shown.items), row_compare, kvm);
	kvm->result.rows = kvm->shown.items;
	kvm->result.nr_rows = kvm->shown.count;
	return &kvm->result;
}

/* In order of time, one at a time. */
static int kvm_on_event(void *ctx, const void *event)
{
	kvm_event(ctx, event);
	return 0;
}

int kvm_run(struct session *session, const struct kvm_options *options, struct kvm **ret,
	    const struct kvm_result **ret_result, struct err *err)
{
	struct kvm *kvm = kvm_new(options);
	struct kvm_visitor visitor = {
		.ctx = kvm, .event = kvm_on_event, .what = options->what, .pids = options->pids
	};
	int r = kvm_events_visit(session, &visitor, err);
	if (r < 0) {
		kvm_free(kvm);
		return r;
	}
	kvm->result.nr_damaged = visitor.nr_damaged;
	*ret_result = kvm_finish(kvm, session_warnings(session));
	*ret = kvm;
	return 0;
}
