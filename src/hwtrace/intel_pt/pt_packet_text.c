/* Packets as they stand in a dump, in upstream's words. */
#include <stdio.h>
#include <string.h>
#include "base/compiler.h"
#include "hwtrace/intel_pt/pt_packet.h"

/* "TNT TNNT (4)", the oldest branch first. */
static void text_of_tnt(const struct pt_packet *packet, char *to, size_t size)
{
	char branches[PT_TNT_MAX + 1];
	for (unsigned i = 0; i < packet->count; i++)
		branches[i] = packet->payload >> (packet->count - 1 - i) & 1 ? 'T' : 'N';
	branches[packet->count] = 0;
	snprintf(to, size, "TNT %s (%u)", branches, packet->count);
}

static void text_of_ip(const struct pt_packet *packet, char *to, size_t size)
{
	static const char *const names[PT_NR_TYPES] = {
		[PT_TIP] = "TIP", [PT_TIP_PGE] = "TIP.PGE", [PT_TIP_PGD] = "TIP.PGD", [PT_FUP] = "FUP"
	};
	const char *name = names[packet->type];
	if (packet->count) snprintf(to, size, "%s 0x%llx", name, (unsigned long long)packet->payload);
	else snprintf(to, size, "%s no ip", name);
}

static void text_of_mode(const struct pt_packet *packet, char *to, size_t size)
{
	unsigned bits = (unsigned)packet->payload;
	if (packet->type == PT_MODE_TSX) {
		snprintf(to, size, "MODE.TSX TXAbort:%u InTX:%u", bits >> 1 & 1, bits & 1);
		return;
	}
	static const char *const widths[4] = { "16", "64", "32", "?" };
	snprintf(to, size, "MODE.Exec IF:%u %s", bits >> 2 & 1, widths[bits & 3]);
}

/* Of power management: MWAIT, PWRE, PWRX. */
static void text_of_power(const struct pt_packet *packet, char *to, size_t size)
{
	unsigned long long value = packet->payload;
	unsigned low = (unsigned)value;
	switch (packet->type) {
	case PT_MWAIT:
		snprintf(to, size, "MWAIT 0x%llx Hints 0x%x Extensions 0x%x", value, low & 0xff,
			 (unsigned)(value >> 32) & 3);
		break;
	case PT_PWRE:
		snprintf(to, size, "PWRE 0x%llx HW:%u CState:%u Sub-CState:%u", value, low >> 7 & 1, low >> 12 & 15,
			 low >> 8 & 15);
		break;
	default:
		snprintf(to, size, "PWRX 0x%llx Last CState:%u Deepest CState:%u Wake Reason 0x%x", value,
			 low >> 4 & 15, low & 15, low >> 8 & 15);
	}
}

void pt_packet_text(const struct pt_packet *packet, char *to, size_t size)
{
	static const char *const names[PT_NR_TYPES] = {
		[PT_PAD] = "PAD",
		[PT_PSB] = "PSB",
		[PT_PSBEND] = "PSBEND",
		[PT_OVF] = "OVF",
		[PT_TRACESTOP] = "TraceSTOP",
		[PT_TSC] = "TSC",
		[PT_MTC] = "MTC",
		[PT_CYC] = "CYC",
		[PT_CBR] = "CBR",
		[PT_VMCS] = "VMCS",
		[PT_MNT] = "MNT",
		[PT_PTW] = "PTWRITE",
		[PT_EXSTOP] = "EXSTOP",
		[PT_BEP] = "BEP",
	};
	unsigned long long value = packet->payload;
	switch ((enum pt_packet_type)packet->type) {
	case PT_PAD:
	case PT_PSB:
	case PT_PSBEND:
	case PT_OVF:
	case PT_TRACESTOP: snprintf(to, size, "%s", names[packet->type]); break;
	case PT_TSC:
	case PT_MTC:
	case PT_CYC:
	case PT_CBR:
	case PT_VMCS:
	case PT_MNT: snprintf(to, size, "%s 0x%llx", names[packet->type], value); break;
	case PT_PTW: snprintf(to, size, "%s 0x%llx IP:%d", names[packet->type], value, packet->ip); break;
	case PT_EXSTOP:
	case PT_BEP: snprintf(to, size, "%s IP:%d", names[packet->type], packet->ip); break;
	case PT_TNT: text_of_tnt(packet, to, size); break;
	case PT_TIP:
	case PT_TIP_PGE:
	case PT_TIP_PGD:
	case PT_FUP: text_of_ip(packet, to, size); break;
	case PT_MODE_EXEC:
	case PT_MODE_TSX: text_of_mode(packet, to, size); break;
	case PT_TMA: snprintf(to, size, "TMA CTC 0x%llx FC 0x%llx", value & 0xffff, value >> 16); break;
	case PT_PIP: snprintf(to, size, "PIP 0x%llx (NR=%llu)", value >> 1, value & 1); break;
	case PT_MWAIT:
	case PT_PWRE:
	case PT_PWRX: text_of_power(packet, to, size); break;
	case PT_BBP: snprintf(to, size, "BBP SZ %u-byte Type 0x%llx", packet->count, value); break;
	case PT_BIP: snprintf(to, size, "BIP ID 0x%02x Value 0x%llx", packet->count, value); break;
	case PT_CFE: snprintf(to, size, "CFE IP:%d Type 0x%02llx Vector 0x%x", packet->ip, value, packet->count); break;
	case PT_EVD:
		snprintf(to, size, "EVD Type 0x%02llx Payload 0x%llx", value, (unsigned long long)packet->value);
		break;
	case PT_BAD:
	case PT_NR_TYPES: snprintf(to, size, "Bad packet!"); break;
	}
}
