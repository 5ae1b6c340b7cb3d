/* Packets of Intel Processor Trace: bytes to values and back (Intel SDM volume 3, chapter "Intel Processor Trace",
 * section "Trace packets and data types").
 *
 *     for (struct pt_packet packet; pt_packet_decode(at, end, in_block, &packet) == 0; at += packet.size) ...
 *
 * A packet is what its own bytes say. What depends on packets before it is up to the caller: the address that an IP
 * packet abbreviates (pt_packet_ip), and whether a PEBS block is open, in which bytes mean something else. */
#ifndef HWTRACE_INTEL_PT_PT_PACKET_H
#define HWTRACE_INTEL_PT_PT_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pt_packet_type {
	PT_BAD,
	PT_PAD,
	PT_TNT,
	PT_TIP,
	PT_TIP_PGE,
	PT_TIP_PGD,
	PT_FUP,
	PT_TSC,
	PT_MTC,
	PT_TMA,
	PT_CYC,
	PT_CBR,
	PT_MODE_EXEC,
	PT_MODE_TSX,
	PT_PIP,
	PT_VMCS,
	PT_PSB,
	PT_PSBEND,
	PT_OVF,
	PT_TRACESTOP,
	PT_MNT,
	PT_PTW,
	PT_EXSTOP,
	PT_MWAIT,
	PT_PWRE,
	PT_PWRX,
	PT_BBP,
	PT_BIP,
	PT_BEP,
	PT_CFE,
	PT_EVD,
	PT_NR_TYPES,
};

enum { PT_PACKET_MAX_BYTES = 16, PT_TNT_MAX = 47 };

struct pt_packet {
	uint8_t type; /* enum pt_packet_type */
	uint8_t size; /* of its bytes */
	/* TNT: how many branches. IP packets: the IPBytes field (enum pt_ip_bytes). BIP: its ID. BBP: bytes of the
	 * values in the block, 4 or 8. CFE: the vector. PTW: bytes of the value. */
	uint8_t count;
	/* A FUP follows with the address: PTW, EXSTOP, BEP, CFE. */
	bool ip;
	/* TNT: a bit a branch, 1 taken; the oldest is bit count - 1. IP packets: as in the packet, see pt_packet_ip.
	 * TMA: CTC in bits 0 to 15, fast counter in 16 to 24. PIP: the 48 bits as in the packet: NR in bit 0, from bit
	 * 1 on CR3 >> 5. MODE: the bits below the leaf. CFE, BBP, EVD: the type; EVD's value is in `value`. Others:
	 * their value. */
	uint64_t payload;
	uint64_t value; /* EVD only */
};

enum pt_ip_bytes {
	PT_IP_NONE = 0,
	PT_IP_16 = 1,
	PT_IP_32 = 2,
	PT_IP_48_EXTENDED = 3,
	PT_IP_48 = 4,
	PT_IP_64 = 6,
};
/* Bits of MODE_EXEC and MODE_TSX payloads. */
enum { PT_EXEC_CS_L = 1, PT_EXEC_CS_D = 2, PT_EXEC_IF = 4, PT_TSX_IN = 1, PT_TSX_ABORT = 2 };
/* Bits of the PWRE payload. */
enum { PT_PWRE_HW = 0x80 };

/* Decodes the packet at `at`. in_block: between BBP and BEP, block_bytes (4 or 8) the size of its values; 0 outside.
 * 0, -ENODATA when the packet goes on behind end (or at is end), -EBADMSG when there is none: one byte is to be
 * skipped, and up to the next PSB what follows is not certain. */
int pt_packet_decode(const uint8_t *at, const uint8_t *end, unsigned block_bytes, struct pt_packet *ret);
/* The first PSB from `at` on, NULL when there is none before end. */
const uint8_t *pt_packet_find_psb(const uint8_t *at, const uint8_t *end);
/* The same backwards: the last PSB that begins at or behind `from` and before `at`; its 16 bytes lie before end. */
const uint8_t *pt_packet_find_psb_before(const uint8_t *from, const uint8_t *at, const uint8_t *end);

/* The address that an IP packet tells; last_ip is the one of the IP packet before, 0 behind a PSB. False: it tells none
 * (PT_IP_NONE). */
bool pt_packet_ip(const struct pt_packet *packet, uint64_t *last_ip);

/* The bytes of a packet (size is not looked at). The number of bytes, 0 when there is no such packet: a TNT of more
 * than PT_TNT_MAX branches, or an IPBytes field that means nothing. */
unsigned pt_packet_encode(const struct pt_packet *packet, uint8_t to[static PT_PACKET_MAX_BYTES]);
/* An IP packet (TIP, TIP_PGE, TIP_PGD, FUP) with the least bytes that tell ip to a reader who knows last_ip. */
struct pt_packet pt_packet_of_ip(enum pt_packet_type type, uint64_t ip, uint64_t *last_ip);

/* What stands beside the bytes of a packet in a dump ("TNT TNNT (4)"); at most size bytes with the 0, cut when they do
 * not suffice. PT_PACKET_TEXT_BYTES always do. */
enum { PT_PACKET_TEXT_BYTES = 96 };
void pt_packet_text(const struct pt_packet *packet, char *to, size_t size);

#endif
