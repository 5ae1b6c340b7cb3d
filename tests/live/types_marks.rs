// Accesses of structs whose members the compiler places: one instruction each, with its type and member in the section "marks" as types_mark.h has them.
use std::arch::asm;
use std::mem::offset_of;

pub struct Point { pub x: i16, pub name: String, pub y: i32, pub weight: f64 }
pub struct Node { pub key: u64, pub left: Option<Box<Node>>, pub right: Option<Box<Node>>, pub point: Point, pub flags: [u8; 5] }
pub struct Pool { pub nodes: Vec<Node>, pub used: usize, pub last: Box<Point>, pub deep: Box<Box<Node>> }
pub struct Pair<T> { pub first: T, pub second: T }

macro_rules! mark {
    ($word:literal, $path:literal, $offset:expr, $place:expr) => {
        unsafe {
            asm!("2: mov al, byte ptr [{place}]", ".pushsection marks,\"aR\"", ".quad 2b - .", concat!(".asciz \"", $word, "\""),
                 concat!(".asciz \"", $path, "\""), ".balign 8", ".quad {offset}, {line}", ".popsection",
                 place = in(reg) &raw const $place, offset = const $offset, line = const line!(), out("al") _)
        }
    };
}

#[inline(never)]
pub fn members(node: &Node, point: &Point) -> u64 {
    mark!("struct Node", "key", offset_of!(Node, key), node.key);
    mark!("struct Node", "point.y", offset_of!(Node, point.y), node.point.y);
    mark!("struct Node", "point.weight", offset_of!(Node, point.weight), node.point.weight);
    mark!("struct Node", "flags", offset_of!(Node, flags), node.flags);
    mark!("struct Point", "x", offset_of!(Point, x), point.x);
    mark!("struct Point", "weight", offset_of!(Point, weight), point.weight);
    node.key
}

#[inline(never)]
pub fn pools(pool: &mut Pool, n: usize) -> usize {
    mark!("struct Pool", "used", offset_of!(Pool, used), pool.used);
    mark!("struct Point", "y", offset_of!(Point, y), pool.last.y);
    mark!("struct Point", "weight", offset_of!(Point, weight), pool.last.weight);
    mark!("struct Node", "key", offset_of!(Node, key), pool.deep.key);
    mark!("struct Node", "point.x", offset_of!(Node, point.x), pool.deep.point.x);
    mark!("struct Node", "key", offset_of!(Node, key), pool.nodes[n].key);
    mark!("struct Node", "point.y", offset_of!(Node, point.y), pool.nodes[n + 1].point.y);
    pool.used
}

#[inline(never)]
pub fn walk(mut at: &Node) -> u64 {
    let mut sum = 0;
    while let Some(next) = &at.left {
        mark!("struct Node", "key", offset_of!(Node, key), next.key);
        mark!("struct Node", "point.weight", offset_of!(Node, point.weight), next.point.weight);
        sum += next.key;
        at = next;
    }
    sum
}

#[inline(never)]
pub fn generic(pair: &Pair<u64>, nodes: &[Node; 4], table: &[&Node]) -> u64 {
    mark!("struct Pair<u64>", "second", offset_of!(Pair<u64>, second), pair.second);
    mark!("struct Node", "key", offset_of!(Node, key), nodes[2].key);
    mark!("struct Node", "key", offset_of!(Node, key), table[1].key);
    pair.first
}

fn main() {
    if std::env::args().count() != 77 { return; } // never run: the accesses are looked at, not made
    let point = || Point { x: 1, name: String::new(), y: 2, weight: 3.0 };
    let node = || Node { key: 1, left: None, right: None, point: point(), flags: [0; 5] };
    let mut pool = Pool { nodes: vec![node()], used: 1, last: Box::new(point()), deep: Box::new(Box::new(node())) };
    let all = [node(), node(), node(), node()];
    println!("{}", members(&all[0], &point()) + pools(&mut pool, 0) as u64 + walk(&all[1]) + generic(&Pair { first: 1, second: 2 }, &all, &[&all[0], &all[1]]));
}
