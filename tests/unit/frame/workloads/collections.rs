// Collections, closures, formatting and a panic that is caught.
use std::collections::HashMap;
use std::panic;

#[inline(never)]
fn recursive(n: u64) -> u64 {
    if n == 0 { 1 } else { recursive(n - 1) + n }
}

#[inline(never)]
fn panics(n: u64) -> u64 {
    let text = format!("{}", n);
    if text.len() == 1 { panic!("one digit") }
    n
}

#[no_mangle]
#[inline(never)]
pub extern "C" fn workload() {
    let mut words: HashMap<String, u64> = HashMap::new();
    for word in ["one", "two", "three", "one"] { *words.entry(word.to_string()).or_insert(0) += 1; }
    let mut numbers: Vec<u64> = (0..12).map(|i| i * 7 % 11).collect();
    numbers.sort_by(|a, b| b.cmp(a));
    let caught = panic::catch_unwind(|| panics(recursive(3) - 6 + 2)).is_err();
    std::hint::black_box((words, numbers, caught));
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    workload();
}
