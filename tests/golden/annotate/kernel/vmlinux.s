# Stands for a kernel. gcc -nostdlib -static -Wl,--build-id=0x00112233445566778899aabbccddeeff00112233 -Wl,-Ttext=0xffffffff81000000
# -Wl,-n -Wl,-z,noseparate-code -Wl,-e,_text -o image vmlinux.s; "kcore" is of the same text 0x2000000 higher, one byte of it
# patched (make-kcore), and of a module behind it.
	.text
	.globl _text, do_idle, schedule
_text:
_stext:
	.type do_idle, @function
do_idle:
	push	%rbx
	nopl	(%rax,%rax,1)
	call	schedule
	pop	%rbx
	ret
	.size do_idle, . - do_idle
	.type schedule, @function
schedule:
	mov	counter(%rip), %rax
	inc	%rax
	jne	1f
	xor	%eax, %eax
1:	mov	%rax, counter(%rip)
	ret
	.size schedule, . - schedule
	.globl _etext
_etext:
	.data
	.type counter, @object
	.size counter, 8
counter: .quad 0
