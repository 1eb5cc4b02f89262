//! Items inside macros that say when they are compiled.

cfg_rt! {
    mod runtime;
    pub use runtime::{Handle, Runtime};

    /// A task that runs on its own.
    #[derive(Debug)]
    pub struct Task<T> {
        pub id: u64,
        inner: T,
    }

    cfg_time! {
        pub mod time;
    }
}

cfg_not_rt! { mod stub { pub(crate) use super::park::Park; } }

cfg_if::cfg_if! {
    // A brace in a comment: {
    if #[cfg(all(unix, feature = "net"))] {
        mod unix;
        pub use self::unix::Socket;
    } else if #[cfg(windows)] {
        mod windows;
        pub use self::windows::Socket;
    } else {
        pub fn unsupported() -> &'static str { "no socket: {" }
    }
}

impl<T> Task<T> {
    cfg_rt! {
        /// Starts the task.
        pub fn start(&self) {}
    }
    pub fn id(&self) -> u64 { self.id }
}

macro_rules! cfg_rt {
    ($($item:item)*) => { $( #[cfg(feature = "rt")] $item )* };
}

cfg_other!(mod not_an_item;);
cfg_broken! { this => is, no { item } }

pub fn after() -> char { if cfg!(unix) { '{' } else { '}' } }

#[path = "windows/imp.rs"]
#[cfg(windows)]
mod imp;
