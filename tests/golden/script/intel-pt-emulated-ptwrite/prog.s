.globl _start
_start:
	mov $0x12345678,%edi
	call f
	nop
	nop
again:
	dec %ecx
	jne again
	ret
f:
	jmp 1f
	.byte 0x0f,0x0b
	.ascii "perf,ptwrite  "
1:	mov %rdi,%rax
.rept 64
	shl %rax
	jc 2f
2:
.endr
	ret
