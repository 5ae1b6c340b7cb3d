/* What may come over perf daemon's socket: the first byte says as what the rest is read. */
#include "commands/daemon/daemon_command_line.h"
#include "commands/daemon/daemon_message.h"
#include "commands/daemon/daemon_list.h"
#include "tests/fuzz/fuzz.h"

/* A state that could be read is listed in all forms, and written again. */
static void use_state(const uint8_t *data, size_t size)
{
	struct daemon_state state;
	struct outbuf out;
	if (daemon_state_decode(data, size, &state) < 0) return;
	out_init(&out, -1);
	daemon_list_text(&state, true, &out);
	daemon_list_separated(&state, ",", &out);
	daemon_list_json(&state, &out);
	(void)daemon_list_pinged(&state, &out);
	(void)daemon_list_signalled(&state, 12, &out);
	daemon_state_encode(&state, &out);
	out_done(&out);
	daemon_state_done(&state);
}

static void use_words(const uint8_t *data, size_t size)
{
	struct daemon_words words = { 0 };
	char *text = fuzz_text(data, size);
	(void)!daemon_words_split(text, &words, NULL);
	daemon_words_done(&words);
	free(text);
}

FUZZ(data, size)
{
	struct daemon_request request;
	struct daemon_header header;
	if (!size) return;
	switch (data[0] & 3) {
	case 0: use_state(data + 1, size - 1); break;
	case 1: (void)!daemon_request_decode(data[0] >> 2, data + 1, size - 1, &request); break;
	case 2:
		if (size > DAEMON_HEADER_SIZE) (void)!daemon_header_decode(data + 1, 1000, &header);
		break;
	default: use_words(data + 1, size - 1); break;
	}
}
