# The program that the traces of this case are of:
#   as prog.s -o p.o && ld --build-id=none -Ttext=0x401000 -z noseparate-code -o prog p.o && strip --strip-debug prog
# With lines, prog_lines: as -g --debug-prefix-map=$PWD=/nonexistent prog.s -o p.o, and no strip.
	.globl _start, again, fn, gn
	.text
_start:
	xor %eax,%eax
	call fn
	nop
again:	dec %ecx
	jne again
	jmp *%rax
fn:	nop
	ret
gn:	nop
	syscall
	nop
	jmp gn
