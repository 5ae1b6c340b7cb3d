/* Variables of the stack that code reaches through pointers to void: of the function itself, of its callers.
 * gcc -O1 -g -nostdlib -static -no-pie -fno-pie -e main stack.c -o prog */
struct slot { long key; struct { int a, b; } pair; char name[48]; };
struct pair { int left, right; };
void *volatile where;

__attribute__((noinline)) void touch(volatile void *at) { *(volatile char *)at = 1; }

__attribute__((noinline)) int fill(int n)
{
	struct pair pairs[4] = { { n, n }, { n + 1, n } };
	where = pairs;
	void *at = where;
	*(volatile char *)at = 2; /* of its own frame, through a pointer that nothing is known of */
	touch(where);
	return pairs[n & 3].left;
}

int main(void)
{
	struct slot kept = { 5, { 1, 2 }, "kept" };
	where = &kept;
	touch(where);
	return fill((int)kept.key);
}
