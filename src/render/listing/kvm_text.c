/* Columns are as wide as upstream's; what is wider moves the rest of its line. */
#include "render/listing/kvm_text.h"

#include <inttypes.h>

static double percent_of(uint64_t part, uint64_t whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static double us(uint64_t ns) { return (double)ns / 1e3; }

static void head_write(const struct kvm_text_style *style, struct outbuf *out)
{
	out_printf(out, "\n\nAnalyze events for ");
	if (style->pids) out_printf(out, "pid(s) %s, ", style->pids);
	else out_printf(out, "all VMs, ");
	if (style->vcpu >= 0) out_printf(out, "VCPU %d:\n\n", style->vcpu);
	else out_printf(out, "all VCPUs:\n\n");
	out_printf(out, "%40s %10s %9s %9s %11s %11s %16s \n\n", style->title, "Samples", "Samples%", "Time%",
		   "Min Time", "Max Time", "Avg time");
}

void kvm_text(const struct kvm_result *result, const struct kvm_text_style *style, struct outbuf *out)
{
	head_write(style, out);
	for (size_t i = 0; i < result->nr_rows; i++) {
		const struct kvm_row *row = &result->rows[i];
		out_printf(out, "%40s %10" PRIu64 " %8.2f%% %8.2f%% %9.2fus %9.2fus %9.2fus ( +- %6.2f%% )\n",
			   row->name, row->nr, percent_of(row->nr, result->nr),
			   percent_of(row->total_ns, result->total_ns), us(row->min_ns), us(row->max_ns),
			   row->mean_ns / 1e3, kvm_row_error_percent(row));
	}
	out_printf(out, "\nTotal Samples:%" PRIu64 ", Total events handled time:%.2fus.\n\n", result->nr,
		   us(result->total_ns));
}
