/* What is said over the control socket: one request of a client, one answer of the daemon. Each is a header and a body:
 *
 *     u32 magic, u32 version, u32 kind, u32 size of the body in bytes
 *
 * in this machine's byte order, as both ends are on one machine. The version goes up when a body changes; either end
 * refuses others by their header, which stays as it is. Bodies are bounded, and decoded by cursors: what comes from the
 * other end is not trusted. */
#ifndef COMMANDS_DAEMON_DAEMON_MESSAGE_H
#define COMMANDS_DAEMON_DAEMON_MESSAGE_H

#include <stdbool.h>
#include "base/err.h"
#include "base/outbuf.h"
#include "base/vec.h"

enum {
	DAEMON_MESSAGE_VERSION = 1,
	/* Of a header, of the body of a request and of an answer, in bytes. */
	DAEMON_HEADER_SIZE = 16,
	DAEMON_REQUEST_SIZE_MAX = 256,
	DAEMON_ANSWER_SIZE_MAX = 4 << 20,
	/* Sessions of a daemon, and bytes of a session's name and of its command line. */
	DAEMON_SESSIONS_MAX = 256,
	DAEMON_NAME_MAX = 64,
	DAEMON_RUN_MAX = 8192,
};

/* The kind of a request; the answer to all of them is a state, whose kind is DAEMON_STATE. */
enum daemon_order { DAEMON_LIST, DAEMON_SIGNAL, DAEMON_PING, DAEMON_STOP, NR_DAEMON_ORDERS, DAEMON_STATE = 100 };

/* session: whom it is for, "" for all. signal_number: of DAEMON_SIGNAL. */
struct daemon_request {
	enum daemon_order order;
	uint32_t signal_number;
	char session[DAEMON_NAME_MAX + 1];
};

/* What a session does now. */
enum daemon_phase {
	DAEMON_WAITING,  /* for what another daemon had started in its directory to end */
	DAEMON_RUNNING,  /* a process records */
	DAEMON_STOPPING, /* asked to end */
	DAEMON_PAUSED,   /* it failed and will be started again */
	DAEMON_FAILED,   /* it failed and starting it again is no use */
	DAEMON_FINISHED, /* ended as it should, or was asked to by somebody else */
	NR_DAEMON_PHASES
};

/* What became of a signal or ping. */
enum daemon_outcome { DAEMON_NOT_ASKED, DAEMON_DONE, DAEMON_NOT_RUNNING, DAEMON_NO_ANSWER, NR_DAEMON_OUTCOMES };

/* A session. name and run are owned. pid: 0 when no process runs. up_s: how long it has run, in seconds. restarts: how
 * often it was started again after a failure. ended: whether a process of it has ended, last_status is as of waitpid
 * then. next_s: of DAEMON_PAUSED, seconds until it is started. */
struct daemon_session_state {
	char *name, *run;
	enum daemon_phase phase;
	enum daemon_outcome outcome;
	uint32_t pid, restarts, last_status;
	uint64_t up_s, next_s;
	bool ended;
};

/* The answer: the daemon, and the sessions that the request is for. Texts are owned; config is what the daemon was
 * told by --config, "" for the usual files; error is "" when the request was obeyed. */
struct daemon_state {
	uint32_t pid;
	uint64_t up_s;
	char *base, *config, *error;
	VEC(struct daemon_session_state) sessions;
};

void daemon_state_done(struct daemon_state *state);

struct daemon_header {
	uint32_t kind, size_bytes;
};
/* Reads DAEMON_HEADER_SIZE bytes. 0; -EPROTO: no header of ours; -EPROTONOSUPPORT: of another version; -EMSGSIZE: a
 * body of more than size_max. */
int daemon_header_decode(const void *bytes, size_t size_max, struct daemon_header *ret) _warn_unused_;

/* Append a whole message. */
void daemon_request_encode(const struct daemon_request *request, struct outbuf *out);
void daemon_state_encode(const struct daemon_state *state, struct outbuf *out);
/* Read a body. 0 or -EPROTO, with *ret untouched; daemon_state_done is the caller's on success. */
int daemon_request_decode(uint32_t kind, const void *body, size_t size_bytes, struct daemon_request *ret) _warn_unused_;
int daemon_state_decode(const void *body, size_t size_bytes, struct daemon_state *ret) _warn_unused_;

#endif
