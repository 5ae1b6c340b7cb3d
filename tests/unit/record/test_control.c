/* Orders as they come through a pipe: whole, in pieces, several at once, and what is none. */
#include "record/control/control.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "tests/unit/test.h"

static int orders[2], acks[2];

static void begin(struct control *control)
{
	char spec[32];
	CHECK(pipe(orders) == 0 && pipe(acks) == 0);
	snprintf(spec, sizeof(spec), "fd:%d,%d", orders[0], acks[1]);
	CHECK_INT(control_open(control, spec, NULL), 0);
}

static void end(struct control *control)
{
	control_close(control);
	for (int i = 0; i < 2; i++) {
		close(acks[i]);
		if (orders[i] >= 0) close(orders[i]);
	}
}

static void order(const char *text) { CHECK(write(orders[1], text, strlen(text)) == (ssize_t)strlen(text)); }

TEST(orders_and_acks)
{
	struct control control;
	enum control_command command = CONTROL_STOP;
	const char *argument;
	char ack[8];
	begin(&control);
	CHECK_INT(control_next(&control, &command, &argument), 0);
	order("ena");
	CHECK_INT(control_next(&control, &command, &argument), 0);
	order("ble\ndisable cycles:u\n");
	CHECK_INT(control_next(&control, &command, &argument), 1);
	CHECK_INT(command, CONTROL_ENABLE);
	CHECK_STR(argument, "");
	CHECK_INT(control_next(&control, &command, &argument), 1);
	CHECK_INT(command, CONTROL_DISABLE);
	CHECK_STR(argument, "cycles:u");
	CHECK_INT(control_next(&control, &command, &argument), 0);
	control_ack(&control);
	CHECK_INT(read(acks[0], ack, sizeof(ack)), 4);
	CHECK(memcmp(ack, "ack\n", 4) == 0);
	order("evlist  -v\nsnapshot\nping\nstop\n");
	const enum control_command expected[] = { CONTROL_EVLIST, CONTROL_SNAPSHOT, CONTROL_PING, CONTROL_STOP };
	for (unsigned i = 0; i < 4; i++) {
		CHECK_INT(control_next(&control, &command, &argument), 1);
		CHECK_INT(command, expected[i]);
		if (i == 0) CHECK_STR(argument, "-v");
	}
	close(orders[1]);
	orders[1] = -1;
	CHECK_INT(control_next(&control, &command, &argument), -EPIPE);
	end(&control);
}

TEST(no_orders)
{
	struct control control;
	enum control_command command;
	const char *argument;
	char *line = xmalloc(2001);
	begin(&control);
	memset(line, 'x', 1999);
	strcpy(line + 1999, "\n");
	order("enabled\n\nfoo\nstopp\nping pong\n");
	order(line);
	CHECK_INT(control_next(&control, &command, &argument), 0);
	order("ping\n");
	CHECK_INT(control_next(&control, &command, &argument), 1);
	CHECK_INT(command, CONTROL_PING);
	free(line);
	end(&control);
}

TEST(specs)
{
	static const char *const wrong[] = {
		"", "foo", "fd:", "fd:x", "fd:1,", "fd:1,x", "fd:-1", "fd:1 2", "fifo:/nowhere/at/all", "fifo:"
	};
	struct control control;
	for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) CHECK(control_open(&control, wrong[i], NULL) < 0);
	CHECK_INT(control_open(&control, "fd:7", NULL), 0);
	CHECK_INT(control.fd, 7);
	CHECK_INT(control.ack_fd, -1);
}

TEST_MAIN
