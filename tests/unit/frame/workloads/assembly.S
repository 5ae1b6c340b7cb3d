/* Functions as one finds them in hand-written assembly. Each calls `called`. */
#ifdef __x86_64__
	.text
/* nothing is said of it; it has a frame pointer */
	.globl without_rules_with_frame
	.type without_rules_with_frame, @function
without_rules_with_frame:
	push %rbp
	mov %rsp, %rbp
	push %rbx
	sub $24, %rsp
	mov %rdi, %rbx
	call called
	mov %rbx, %rdi
	call called
	add $24, %rsp
	pop %rbx
	pop %rbp
	ret
	.size without_rules_with_frame, . - without_rules_with_frame

/* nothing is said of it, and it has none */
	.globl without_rules
	.type without_rules, @function
without_rules:
	push %rbx
	sub $64, %rsp
	mov %rdi, %rbx
	call called
	mov %rbx, %rdi
	call called
	add $64, %rsp
	pop %rbx
	ret
	.size without_rules, . - without_rules

/* a leaf without a frame */
	.globl leaf_without_rules
	.type leaf_without_rules, @function
leaf_without_rules:
	mov $40, %eax
1:	add %rax, %rdi
	dec %eax
	jnz 1b
	ret
	.size leaf_without_rules, . - leaf_without_rules

/* what is said of it is wrong: it has pushed three words more */
	.globl with_wrong_rules
	.type with_wrong_rules, @function
with_wrong_rules:
	.cfi_startproc
	push %rbx
	push %r12
	push %r13
	sub $32, %rsp
	mov %rdi, %rbx
	movq $0, (%rsp)
	movq $77, 8(%rsp)
	movq $0, 16(%rsp)
	movq $0, 24(%rsp)
	call called
	mov %rbx, %rdi
	call called
	add $32, %rsp
	pop %r13
	pop %r12
	pop %rbx
	ret
	.cfi_endproc
	.size with_wrong_rules, . - with_wrong_rules
#endif
	.section .note.GNU-stack, "", @progbits
