/* The tracepoints of all architectures in one table: which one a recording is of, the fields of its formats tell. */
#include "analysis/kvm/kvm_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER(member, ...) FIELD(struct kvm_event, member, __VA_ARGS__)
/* What rows have as their detail: how the worker makes a reason of the payload. */
enum kvm_source {
	FROM_X86,
	FROM_ARM,
	FROM_RISCV,
	FROM_SIE,
	FROM_INSTRUCTION,
	FROM_PROGRAM,
	FROM_DIAGNOSE,
	FROM_SIGP,
	FROM_POWERPC,
	FROM_HCALL,
	FROM_MMIO,
	FROM_PORT,
	FROM_MSR
};
/* kvm:kvm_exit of any architecture: the row cannot say whose it is, the field does (source_of_exits). */
#define EXIT_CODES "exit_reason|ret|scause"

/* arm64 and RISC-V do not tell the virtual CPU; s390 calls it id. */
static const struct tracepoint_field_row entry_fields[] = { NUMBER(vcpu, "vcpu_id|id"), { NULL } };
static const struct tracepoint_field_row exit_fields[] = {
	NUMBER(code, EXIT_CODES, .is_key = true), NUMBER(trap_class, "esr_ec"), NUMBER(isa, "isa"), { NULL }
};
static const struct tracepoint_field_row mmio_fields[] = { NUMBER(code, "gpa", .is_key = true),
							   NUMBER(access, "type", .is_key = true),
							   { NULL } };
static const struct tracepoint_field_row port_fields[] = { NUMBER(code, "port", .is_key = true),
							   NUMBER(access, "rw", .is_key = true),
							   { NULL } };
static const struct tracepoint_field_row msr_fields[] = { NUMBER(code, "ecx", .is_key = true),
							  NUMBER(access, "write", .is_key = true),
							  { NULL } };
#define CODE(name) FIELDS(NUMBER(code, name, .is_key = true))
static const struct tracepoint_row rows[] = {
	{ "kvm:kvm_entry", KVM_ENTRY, entry_fields },
	{ "kvm:kvm_s390_sie_enter", KVM_ENTRY, entry_fields },
	{ "kvm_hv:kvm_guest_enter", KVM_ENTRY, entry_fields },
	{ "kvm:kvm_exit", KVM_EXIT, exit_fields, FROM_X86 },
	{ "kvm:kvm_s390_sie_exit", KVM_EXIT, CODE("icptcode"), FROM_SIE },
	{ "kvm_hv:kvm_guest_exit", KVM_EXIT, CODE("trap"), FROM_POWERPC },
	{ "kvm:kvm_s390_intercept_instruction", KVM_DETAIL, CODE("instruction"), FROM_INSTRUCTION },
	{ "kvm:kvm_s390_intercept_prog", KVM_DETAIL, CODE("code"), FROM_PROGRAM },
	{ "kvm:kvm_s390_handle_diag", KVM_DETAIL, CODE("code"), FROM_DIAGNOSE },
	{ "kvm:kvm_s390_handle_sigp", KVM_DETAIL, CODE("order_code"), FROM_SIGP },
	{ "kvm:kvm_mmio", KVM_MMIO, mmio_fields, FROM_MMIO },
	{ "kvm:kvm_pio", KVM_PORT, port_fields, FROM_PORT },
	{ "kvm:kvm_msr", KVM_MSR, msr_fields, FROM_MSR },
	{ "kvm_hv:kvm_hcall_enter", KVM_CALL, CODE("req"), FROM_HCALL },
	{ "kvm_hv:kvm_hcall_exit", KVM_CALL_END, FIELDS(NUMBER(code, "", .otherwise = 0)), FROM_HCALL },
};
static const struct tracepoint_table table = { rows, ARRAY_SIZE(rows) };
static const struct tracepoint_table *const tables[] = { &table, NULL };

/* What kvm_mmio tells: KVM_TRACE_MMIO_... of the kernel. */
enum { MMIO_READ = 1, MMIO_WRITE = 2 };

/* Shared by all workers, which only read it. */
struct visit {
	const struct number_list *pids; /* NULL: all */
	bool is_amd;                    /* events that do not tell the instruction set are of AMD's processors */
	enum kvm_source source_of_exits;
};

/* Which architecture's kvm:kvm_exit the recording has, by the field that tells the reason. */
static enum kvm_source source_of_exits(const struct tracepoint_readers *readers, size_t nr_events)
{
	for (size_t i = 0; i < nr_events; i++) {
		const struct tracepoint *tp = readers->by_event[i].tp;
		if (!tp || readers->by_event[i].row->kind != KVM_EXIT) continue;
		if (tracepoint_field(tp, "exit_reason")) return FROM_X86;
		if (tracepoint_field(tp, "ret")) return FROM_ARM;
		if (tracepoint_field(tp, "scause")) return FROM_RISCV;
	}
	return FROM_X86;
}

const char *kvm_events_name(size_t index) { return index < ARRAY_SIZE(rows) ? rows[index].event : NULL; }

static void look_at_formats(struct session *session, uint32_t *ret_kinds, enum kvm_source *ret_source)
{
	const struct perf_events *events = session_events(session);
	struct tracepoint_readers readers;
	tracepoint_readers_init(&readers, tables, 1u << KVM_EXIT, sizeof(struct kvm_event), events,
				session_header(session));
	*ret_kinds = readers.kinds_found;
	*ret_source = source_of_exits(&readers, events->count);
	tracepoint_readers_done(&readers);
}

bool kvm_events_has_exits(struct session *session)
{
	uint32_t kinds;
	enum kvm_source source;
	look_at_formats(session, &kinds, &source);
	return kinds & 1u << KVM_EXIT;
}

/* Intel's has flags in the upper half: one says that the guest could not be entered for that reason. */
static struct kvm_reason x86_reason(const struct visit *visit, const struct kvm_event *event)
{
	enum { ISA_VMX = 1, ISA_SVM = 2 };
	const uint64_t failed_entry = 0x80000000;
	bool is_amd = event->isa == ISA_SVM || (event->isa != ISA_VMX && visit->is_amd);
	uint32_t code = (uint32_t)event->code;
	if (is_amd) return (struct kvm_reason){ KVM_SVM, code };
	return (struct kvm_reason){ KVM_VMX, code & ~failed_entry };
}

/* What ended the run, or, of a trap, its class. */
static struct kvm_reason arm_reason(const struct kvm_event *event)
{
	enum { TRAP = 2 };
	const uint32_t with_error = 0x80000000; /* an error was pending, too */
	uint32_t code = (uint32_t)event->code & ~with_error;
	if (code == TRAP) return (struct kvm_reason){ KVM_ARM_TRAP, event->trap_class };
	return (struct kvm_reason){ KVM_ARM, code };
}

/* The highest bit, of 32 or 64, tells interrupts from exceptions. */
static struct kvm_reason riscv_reason(uint64_t code)
{
	const uint64_t highest = UINT64_C(1) << 63, highest_of_32 = UINT64_C(1) << 31;
	if (code & highest) return (struct kvm_reason){ KVM_RISCV_INTERRUPT, code & ~highest };
	if (code >> 31 == 1) return (struct kvm_reason){ KVM_RISCV_INTERRUPT, code & ~highest_of_32 };
	return (struct kvm_reason){ KVM_RISCV, code };
}

static struct kvm_reason reason_of(const struct visit *visit, enum kvm_source source, const struct kvm_event *event)
{
	uint64_t code = event->code;
	switch (source) {
	case FROM_X86: return x86_reason(visit, event);
	case FROM_ARM: return arm_reason(event);
	case FROM_RISCV: return riscv_reason(code);
	case FROM_SIE: return (struct kvm_reason){ KVM_SIE, code };
	case FROM_INSTRUCTION: return (struct kvm_reason){ KVM_SIE_INSTRUCTION, kvm_reason_instruction(code) };
	case FROM_PROGRAM: return (struct kvm_reason){ KVM_SIE_PROGRAM, code };
	case FROM_DIAGNOSE: return (struct kvm_reason){ KVM_SIE_DIAGNOSE, code };
	case FROM_SIGP: return (struct kvm_reason){ KVM_SIE_SIGP, code };
	case FROM_POWERPC: return (struct kvm_reason){ KVM_POWERPC, (uint32_t)code };
	case FROM_HCALL: return (struct kvm_reason){ KVM_POWERPC_HCALL, code };
	case FROM_PORT: return (struct kvm_reason){ event->access ? KVM_PORT_OUT : KVM_PORT_IN, code };
	case FROM_MSR: return (struct kvm_reason){ event->access ? KVM_MSR_WRITE : KVM_MSR_READ, code };
	case FROM_MMIO: break;
	}
	return (struct kvm_reason){ event->access == MMIO_WRITE ? KVM_MMIO_WRITE : KVM_MMIO_READ, code };
}

/* Drops other processes, and says what the codes mean. A read that the device has not answered yet is told again when
 * it has. */
static bool finish_event(const struct visit *visit, const struct sample *sample, struct kvm_event *event)
{
	enum kvm_source source = event->detail;
	if (visit->pids && !number_list_has(visit->pids, (int32_t)sample->pid)) return false;
	if (source == FROM_X86) source = visit->source_of_exits;
	if (source == FROM_MMIO && event->access != MMIO_READ && event->access != MMIO_WRITE) return false;
	event->reason = reason_of(visit, source, event);
	return true;
}

/* In the worker. */
static bool kvm_events_more(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	(void)worker;
	return finish_event(ctx, sample, item);
}

/* Processors of AMD, and those that Hygon makes as it does. */
static bool is_amd(const struct perf_header *header)
{
	const char *cpu = header->cpuid ? header->cpuid : "";
	return strncmp(cpu, "AuthenticAMD", 12) == 0 || strncmp(cpu, "HygonGenuine", 12) == 0;
}

static const struct {
	uint32_t kinds, needs; /* needs: one of them has to be there; 0: none */
	const char *missing;
} whats[] = {
	[KVM_WHAT_EXITS] = { 1u << KVM_ENTRY | 1u << KVM_EXIT | 1u << KVM_DETAIL, 0, NULL },
	[KVM_WHAT_MMIO] = { 1u << KVM_ENTRY | 1u << KVM_EXIT | 1u << KVM_MMIO, 1u << KVM_MMIO, "kvm:kvm_mmio" },
	[KVM_WHAT_PORTS] = { 1u << KVM_ENTRY | 1u << KVM_PORT, 1u << KVM_PORT, "kvm:kvm_pio" },
	[KVM_WHAT_MSRS] = { 1u << KVM_ENTRY | 1u << KVM_MSR, 1u << KVM_MSR, "kvm:kvm_msr" },
	[KVM_WHAT_CALLS] = { 1u << KVM_ENTRY | 1u << KVM_CALL | 1u << KVM_CALL_END, 1u << KVM_CALL,
			     "kvm_hv:kvm_hcall_enter" },
};

int kvm_events_visit(struct session *session, struct kvm_visitor *visitor, struct err *err)
{
	struct visit visit = { .pids = visitor->pids, .is_amd = is_amd(session_header(session)) };
	uint32_t found;
	look_at_formats(session, &found, &visit.source_of_exits);
	if (whats[visitor->what].needs && !(found & whats[visitor->what].needs))
		return err_set(err, -EINVAL, "The recording has no event %s, which tells of these accesses.",
			       whats[visitor->what].missing);
	struct tracepoint_pass pass = { .ctx = visitor->ctx,
					.worker_ctx = &visit,
					.event_size_bytes = sizeof(struct kvm_event),
					.event = visitor->event,
					.tables = { &table },
					.kinds = whats[visitor->what].kinds,
					.more = kvm_events_more,
					.skip_resolver = true };
	int r = tracepoint_pass_run(&pass, session, err);
	visitor->nr_damaged = pass.nr_damaged;
	return r;
}

/* ---- samples one by one */

struct kvm_maker {
	struct visit visit;
	struct tracepoint_readers readers;
};

struct kvm_maker *kvm_maker_new(enum kvm_what what, const struct number_list *pids, const struct perf_events *events,
				const struct perf_header *header)
{
	struct kvm_maker *maker = xcalloc(1, sizeof(*maker));
	tracepoint_readers_init(&maker->readers, tables, whats[what].kinds, sizeof(struct kvm_event), events, header);
	maker->visit = (struct visit){ .pids = pids,
				       .is_amd = is_amd(header),
				       .source_of_exits = source_of_exits(&maker->readers, events->count) };
	return maker;
}

void kvm_maker_free(struct kvm_maker *maker)
{
	if (!maker) return;
	tracepoint_readers_done(&maker->readers);
	free(maker);
}

/* No row has a text, so that nothing is allocated. */
bool kvm_maker_make(const struct kvm_maker *maker, const struct sample *sample, struct kvm_event *ret)
{
	const struct tracepoint_reader *reader = &maker->readers.by_event[sample->event->idx];
	if (!reader->tp) return false;
	*ret = (struct kvm_event){ .time_ns = sample->time_ns,
				   .cpu = sample->cpu,
				   .tid = sample->tid,
				   .kind = reader->row->kind,
				   .detail = reader->row->detail };
	return tracepoint_reader_read(reader, sample->raw, sample->raw_size, NULL, ret) &&
	       finish_event(&maker->visit, sample, ret);
}
