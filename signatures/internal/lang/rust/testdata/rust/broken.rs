pub fn before() -> u8 { 1 }

pub fn broken(x: u8 -> u8 {
    let = 3;
    match {
}

pub struct After { pub a: u8 }

pub fn after(b: &str) {}
