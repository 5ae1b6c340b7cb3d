#include <errno.h>
#include "base/err.h"
#include "tests/unit/test.h"

TEST(err_set_and_wrap)
{
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(err_set(&err, -EINVAL, "bad %s", "size"), -EINVAL);
	CHECK_INT(err.code, -EINVAL);
	CHECK_STR(err.message, "bad size");
	CHECK_INT(err_wrap(&err, -EIO, "reading %s", "f"), -EINVAL);
	CHECK_STR(err.message, "reading f: bad size");
	err_set(&err, -EPERM, "%s, again", err.message);
	CHECK_STR(err.message, "reading f: bad size, again");
	CHECK_INT(err.code, -EPERM);
}

TEST(err_errno_and_hint)
{
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(err_set_errno(&err, -ENOENT, "open %s", "x"), -ENOENT);
	CHECK_STR(err.message, "open x: No such file or directory");
	err_hint(&err, "try %d", 1);
	err_hint(&err, "or %d", 2);
	CHECK_STR(err.hint, "try 1\nor 2");
	err_set(&err, -EIO, "other");
	CHECK(err.hint == NULL);
}

TEST(err_null_returns_the_code)
{
	CHECK_INT(err_set(NULL, -EINVAL, "x"), -EINVAL);
	CHECK_INT(err_set_errno(NULL, -ENOENT, "x"), -ENOENT);
	CHECK_INT(err_wrap(NULL, -EIO, "x"), -EIO);
	err_hint(NULL, "x");
}

TEST(err_wrap_of_nothing)
{
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(err_wrap(&err, -EIO, "ctx"), -EIO);
	CHECK_STR(err.message, "ctx");
}

TEST_MAIN
