/* Variables that code reaches through pointers to void: only the address of the data says what they are.
 * gcc -O1 -g -nostdlib -static -no-pie -fno-pie -e main -fno-asynchronous-unwind-tables address.c -o prog */
struct slot { long key; struct { int a, b; } pair; char name[48]; };
struct config { long version; struct slot *slots; int mode; };
static struct slot slots[8];
struct config settings = { 1, slots, 7 };
int numbers[5] = { 1, 2, 3, 4, 5 };
void *volatile where;

__attribute__((noinline)) void touch(volatile void *at) { *(volatile char *)at = 1; }
__attribute__((noinline)) void read_mode(struct config *config) { touch(&config->mode); }

int main(void)
{
	static struct slot kept = { 5, { 1, 2 }, "kept" };
	where = &kept;
	touch(where);
	touch(&slots[3].pair.b);
	touch(&numbers[2]);
	read_mode(&settings);
	return settings.mode;
}
