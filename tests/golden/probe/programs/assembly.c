static unsigned count __attribute__((used));
extern void entry_code(void);
void device_poll(void)
{
	count += 2;
	entry_code();
}
void printk(const char *format, ...) { }
__asm__(".text\n.globl _text\n.globl entry_code\nentry_code:\n\tnop\n\tret\n.pushsection .init.text,\"ax\"\n.globl early_code\nearly_code:\n\tret\n.popsection\n");
