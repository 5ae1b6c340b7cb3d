// Accesses of structs and enums whose members are so far apart that the displacement of an instruction says which one
// it is: tests/live/types has the table. Never run.
#[repr(C)]
pub struct Inner { pad: [u8; 0x2110], pub count: u64, gap: [u8; 0x100], pub next: Option<Box<Inner>>, pub last: u16 }
#[repr(C)]
pub struct Outer { pad: [u8; 0x1330], pub first: u64, gap: [u8; 0x200], pub link: Box<Inner>, pub flags: [u32; 4], pub words: Vec<u64> }
pub trait Read { fn read(&self, n: usize) -> u64; }

impl Read for Outer {
    #[inline(never)]
    fn read(&self, n: usize) -> u64 { self.first + self.link.count + u64::from(self.flags[n & 3]) + self.words[n] }
}
#[inline(never)]
#[no_mangle]
pub fn chain(outer: &mut Outer) -> u64 {
    let mut sum = outer.first;
    let mut at = &mut *outer.link;
    loop {
        sum += at.count;
        at.last += 1;
        match at.next { Some(ref mut next) => at = next, None => break }
    }
    sum
}
#[inline(never)]
#[no_mangle]
pub fn slice(all: &[Outer]) -> u64 { let mut sum = 0; for outer in all { sum += outer.first + outer.link.count; } sum }

fn main() {
    if std::env::args().count() != 77 { return; }
    let mut outers: Vec<Outer> = Vec::new();
    println!("{}", slice(&outers) + chain(&mut outers[0]) + outers[1].read(2));
}
