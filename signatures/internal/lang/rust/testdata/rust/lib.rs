//! Crate doc.
#![deny(missing_docs)]

extern crate alloc as std_alloc;

use std::collections::{hash_map::{self, Entry}, HashMap as Map};
use crate::inner::*;
use super::sibling;
pub use self::shapes::{Circle, Square as Sq};
pub use crate::prelude::*;
pub(crate) use crate::hidden::Thing;

mod file_module;
pub mod public_module;
#[path = "odd/place.rs"]
mod moved;

/// Inline module.
pub mod inline {
    use super::sibling::Two;
    pub fn visible() {}
    fn private() {}
    pub mod deep {
        use crate::x;
        pub struct InDeep;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() {}
}

/// A struct with lifetimes. It borrows.
#[derive(Debug, Clone, PartialEq)]
#[allow(dead_code)]
#[repr(C)]
pub struct Borrowed<'a, T: Clone + 'a = u8, const N: usize = 4>
where
    T: Send,
{
    /// The data.
    pub data: &'a [T; N],
    pub(crate) shared: u8, // for the crate
    secret: u8,
}

pub struct Tuple(pub u8, String);
struct Unit;
pub struct AllPrivate { a: u8 }

pub union Bits { pub f: f32, u: u32 }

#[non_exhaustive]
pub enum Shape {
    /// Round.
    Circle(f64),
    Rect { w: f64, h: f64 },
    Empty = 3,
}
enum Small { A, B, C }

/// Draws.
pub trait Draw: Sized + Send {
    type Output: Default;
    const LAYERS: usize = 1;
    /// Draw it.
    fn draw(&self, at: (i32, i32)) -> Self::Output;
    fn provided(&mut self) -> bool { if true { 1 == 1 } else { false } }
}

unsafe trait Private {}

impl<'a, T, const N: usize> Borrowed<'a, T, N>
where
    T: Clone + Send,
{
    pub const ZERO: u8 = 0;
    const HIDDEN: u8 = 0;

    /// Makes one.
    #[must_use]
    #[inline]
    pub async unsafe fn new<F>(f: F, mut g: impl Fn(&str) -> Result<Vec<u8>, Box<dyn Error + 'static>>, another_long_parameter: Option<&'a str>) -> Result<Self, Error>
    where
        F: FnOnce(u8) -> u8,
    {
        match x {
            1 => {}
            _ if a && b => {}
            _ => {}
        }
        let y = x?;
        Ok(todo!())
    }
    pub(crate) fn internal(&self) {}
    fn private(self) {}
}

impl<T> fmt::Display for Borrowed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}

impl<T> Iterator for Borrowed<'_, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> { None }
}

impl Unit {
    fn all_private(&self) {}
}

pub const GREETING: &'static str = "hello";
pub static mut COUNTER: AtomicUsize = AtomicUsize::new(0);
const PRIVATE: u8 = 1;
pub type Alias<T> = std::result::Result<T, Box<dyn std::error::Error>>;
type Short = u8;

/// Makes things.
#[macro_export]
macro_rules! make {
    () => { 1 };
    ($name:ident, $($rest:tt)*) => { $name };
}
macro_rules! local { () => {} }

#[proc_macro_derive(Thing, attributes(thing))]
pub fn derive_thing(input: TokenStream) -> TokenStream { input }

pub(crate) fn crate_only() -> impl Fn(u8) -> u8 + '_ { |x| x }
fn helper<T>(x: T) -> T where T: Copy { x } // TODO

extern "C" {
    pub fn c_function(x: *const c_char, ...) -> i32;
    static ENV: i32;
}

#[no_mangle]
pub extern "C" fn exported() {}
