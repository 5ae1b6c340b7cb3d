// Enums of Rust: with values, with a niche, as a member.
// rustc -g -C opt-level=2 -C panic=abort --remap-path-prefix=$PWD=. --crate-type=cdylib -C link-arg=-nostdlib -C link-arg=-Wl,--build-id=none -o rust shapes.rs
#![no_std]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
pub enum Shape { Circle { radius: u64 }, Square(u32, u32), Nothing }
pub struct Holder<'a> { pub count: u64, pub shape: Shape, pub next: Option<&'a Holder<'a>>, pub pair: (u16, u64) }
#[no_mangle]
pub extern "C" fn area(shape: &Shape) -> u64 {
    match shape { Shape::Circle { radius } => *radius * 3, Shape::Square(a, b) => (*a * *b) as u64, Shape::Nothing => 0 }
}
#[no_mangle]
pub extern "C" fn total(holder: &Holder) -> u64 {
    let mut sum = holder.count + holder.pair.1 + holder.pair.0 as u64;
    let mut at = holder.next;
    while let Some(next) = at { sum += next.count + area(&next.shape); at = next.next; }
    sum
}
