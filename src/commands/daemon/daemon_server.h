/* The daemon: one thread that waits for whatever comes next (the end of a session, a request, a change of the
 * configuration, a time that is due) and does what it asks for. Nothing it does waits for anybody. */
#ifndef COMMANDS_DAEMON_DAEMON_SERVER_H
#define COMMANDS_DAEMON_DAEMON_SERVER_H

#include <poll.h>
#include "base/outbuf.h"
#include "commands/daemon/daemon_base.h"
#include "commands/daemon/daemon_session.h"
#include "commands/daemon/daemon_settings.h"
#include "commands/daemon/daemon_watch.h"

/* What a connection waits for. */
enum daemon_client_phase {
	DAEMON_CLIENT_ASKS,    /* its request */
	DAEMON_CLIENT_PINGS,   /* answers of sessions */
	DAEMON_CLIENT_LISTENS, /* until it has taken its answer */
	DAEMON_CLIENT_STAYS,   /* the end of the daemon, which it learns from the end of the connection */
};

/* A connection. in: what has come of the request; out: of the answer, sent bytes of it have gone. deadline_ns: when it
 * is given up. */
struct daemon_client {
	int fd;
	enum daemon_client_phase phase;
	struct daemon_request request;
	uint8_t in[DAEMON_HEADER_SIZE + DAEMON_REQUEST_SIZE_MAX];
	size_t in_size, sent;
	struct outbuf out;
	uint64_t deadline_ns;
};

/* config_path: absolute; NULL: the usual files. Sessions and clients are owned. reload_ns: when the configuration is
 * read again, UINT64_MAX: it has not changed. ends: no session is started any more. */
struct daemon_server {
	struct daemon_base base;
	char *config_path;
	struct daemon_log log;
	struct daemon_watch watch;
	VEC(struct daemon_session *) sessions;
	VEC(struct daemon_client *) clients;
	VEC(struct pollfd) polled;
	uint64_t started_ns, reload_ns;
	int signal_fd, listen_fd;
	bool ends;
};

/* Prepares a server for a base that is locked, whose members base, config_path and log are set and whose others are
 * zero. 0 or -errno with err set. */
int daemon_server_open(struct daemon_server *server, struct err *err) _warn_unused_;
/* Runs the sessions of the settings until it is told to end and they have. */
void daemon_server_run(struct daemon_server *server, const struct daemon_settings *settings);
void daemon_server_done(struct daemon_server *server);

/* What daemon_order.c does for the loop: says whether there is room for another connection, takes new ones, goes on
 * with one (false: it is over). */
bool daemon_clients_room(const struct daemon_server *server);
void daemon_clients_accept(struct daemon_server *server, uint64_t now_ns);
bool daemon_client_go_on(struct daemon_server *server, struct daemon_client *client, uint64_t now_ns);
void daemon_client_free(struct daemon_client *client);

/* Stops all sessions; the loop ends behind the last. */
void daemon_server_end(struct daemon_server *server, uint64_t now_ns);

#endif
