#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include "tests/unit/test.h"

TEST(descriptor_is_closed_once)
{
	int fd = open("/dev/null", O_RDONLY), number = fd;
	CHECK(fd >= 0);
	errno = ENOENT;
	descriptor_close(&fd);
	CHECK_INT(fd, -1);
	CHECK_INT(fcntl(number, F_GETFD), -1);
	errno = ENOENT;
	descriptor_close(&fd);
	CHECK_INT(errno, ENOENT);
}

TEST(descriptor_is_closed_at_the_end_of_its_scope)
{
	int number;
	{
		_close_ int fd = open("/dev/null", O_RDONLY);
		number = fd;
		CHECK(fcntl(number, F_GETFD) >= 0);
	}
	CHECK_INT(fcntl(number, F_GETFD), -1);
}

TEST_MAIN
