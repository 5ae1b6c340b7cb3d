# The program that the trace of this case is of:
#   as prog.s -o p.o && ld --build-id=none -Ttext=0x401000 -z noseparate-code -o prog p.o && strip --strip-debug prog
	.globl _start, fn, guest_code, ucall, vmexit
	.text
_start:
	nop
	call fn
enter:	vmresume
vmexit:	nop
	call fn
	jmp enter
fn:	nop
	ret
guest_code:
	nop
	call ucall
again:	dec %ecx
	jne again
	jmp *%rax
ucall:	nop
	out %al,(%dx)
	ret
