/* The table of perf kvm stat, in upstream's layout. */
#ifndef RENDER_LISTING_KVM_TEXT_H
#define RENDER_LISTING_KVM_TEXT_H

#include "base/outbuf.h"
#include "result/kvm_result.h"

/* What the head of the table says. */
struct kvm_text_style {
	const char *title; /* of the names: "VM-EXIT" */
	const char *pids;  /* as they were given; NULL: all guests */
	int vcpu;          /* -1: all */
};

/* Appends head, rows and sums. */
void kvm_text(const struct kvm_result *result, const struct kvm_text_style *style, struct outbuf *out);

#endif
