#include "hwtrace/arm_spe/spe_record.h"

#define TOP_BYTE (0xffULL << 56)

/* The top byte says where the code belongs: kernels of the non-secure world have their addresses at the top. */
static uint64_t code_address(uint64_t payload)
{
	bool is_nonsecure = payload >> 63;
	unsigned level = payload >> 61 & 3;
	return is_nonsecure && (level == 1 || level == 2) ? payload | TOP_BYTE : payload & ~TOP_BYTE;
}

/* The top byte is a tag: that of the address follows from the byte below. */
static uint64_t data_address(uint64_t payload)
{
	return (payload >> 48 & 0xff) == 0xff ? payload | TOP_BYTE : payload & ~TOP_BYTE;
}

static void take_address(struct spe_record *record, const struct spe_packet *packet)
{
	switch (packet->index) {
	case SPE_ADDRESS_PC: record->ip = code_address(packet->payload); break;
	case SPE_ADDRESS_TARGET: record->target = code_address(packet->payload); break;
	case SPE_ADDRESS_DATA: record->data_address = data_address(packet->payload); break;
	case SPE_ADDRESS_PHYSICAL: record->physical_address = packet->payload & ~TOP_BYTE; break;
	default: break;
	}
}

static void take(struct spe_record *record, const struct spe_packet *packet)
{
	switch (packet->type) {
	case SPE_ADDRESS: take_address(record, packet); break;
	case SPE_EVENTS: record->events = packet->payload; break;
	case SPE_DATA_SOURCE: record->source = packet->payload; break;
	case SPE_COUNTER:
		if (packet->index == SPE_COUNTER_TOTAL) record->latency_cycles = (uint32_t)packet->payload;
		break;
	case SPE_CONTEXT:
		record->context = (uint32_t)packet->payload;
		record->has_context = true;
		break;
	case SPE_OPERATION:
		if (packet->index != SPE_OPERATION_LOAD_STORE) break;
		if (packet->payload & 1) record->is_store = true;
		else record->is_load = true;
		break;
	case SPE_TIMESTAMP:
		record->timestamp = packet->payload;
		record->has_timestamp = true;
		break;
	default: break;
	}
}

size_t spe_record_decode(const uint8_t *at, const uint8_t *end, uint64_t offset, struct spe_record *ret,
			 bool *ret_whole)
{
	const uint8_t *begin = at;
	*ret = (struct spe_record){ 0 };
	*ret_whole = false;
	while (at < end && !*ret_whole) {
		struct spe_packet packet;
		if (spe_packet_decode(at, end, offset + (uint64_t)(at - begin), &packet) < 0)
			*ret = (struct spe_record){ 0 };
		take(ret, &packet);
		at += packet.size;
		*ret_whole = packet.type == SPE_END || packet.type == SPE_TIMESTAMP;
	}
	return (size_t)(at - begin);
}
