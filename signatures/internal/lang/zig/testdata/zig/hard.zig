//! A ring of bytes.
//! Second line.

const std = @import("std");
const Allocator = std.mem.Allocator;
pub const other = @import("./sub/other.zig");
const data = @embedFile("data.bin");

/// The most bytes that a ring holds.
pub const max_len: usize = 1 << 20;
var counter: u32 = 0;
pub threadlocal var current: ?*Ring = null;
const private_limit = 3;

pub const Error = error{
    /// Nothing fits.
    Full,
    Empty,
} || Allocator.Error;

pub const Kind = enum(u8) {
    byte = 1,
    word,
    _,

    pub fn size(self: Kind) usize {
        return switch (self) {
            .byte => 1,
            .word => 2,
            else => 0,
        };
    }
};

/// A ring buffer. It wraps.
pub const Ring = struct {
    /// The bytes.
    bytes: []u8,
    head: usize = 0, // next to read
    tail: usize,
    comptime size: u8 = 4,

    const Self = @This();
    pub const empty: Ring = .{ .bytes = &.{}, .tail = 0 };

    pub const Iterator = struct {
        ring: *const Ring,
        pub fn next(it: *Iterator) ?u8 {
            if (it.ring.head == it.ring.tail) return null;
            const local = struct {
                fn hidden() void {}
            };
            _ = local;
            return 0;
        }
    };

    /// Makes a ring.
    pub fn init(
        allocator: Allocator,
        n: usize, // how many
    ) Error!Ring {
        const bytes = try allocator.alloc(u8, n);
        return .{ .bytes = bytes, .head = 0, .tail = 0 };
    }

    fn grow(self: *Self) !void {
        while (true) {}
    }

    pub inline fn deinit(self: *Self) void {
        self.* = undefined;
    }
};

pub const Value = union(enum) {
    int: i64,
    text: []const u8,
    none,
};

const Hidden = packed struct(u8) {
    a: u4,
    b: u4,
    pub fn sum(h: Hidden) u5 {
        return @as(u5, h.a) + h.b;
    }
};

const Handle = opaque {
    pub fn close(h: *Handle) void {
        _ = h;
    }
};

/// A list of any type.
pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        len: usize = 0,

        /// Adds to the end.
        pub fn push(self: *@This(), item: T) !void {
            self.items[self.len] = item;
        }

        fn secret() void {}
    };
}

pub fn Alias(comptime T: type) type {
    if (T == u8) return u16;
    return T;
}

export fn c_entry(argc: c_int) callconv(.C) c_int {
    return argc;
}

pub extern "c" fn write(fd: c_int, buf: [*]const u8, n: usize) isize;

fn helper(x: anytype) @TypeOf(x) {
    return x;
}

pub usingnamespace @import("more.zig");

comptime {
    _ = other;
}

// TODO: more than bytes
pub fn main() !void {
    const lazy = @import("lazy.zig");
    if (counter > 0) lazy.run() catch |err| return err;
    for (0..3) |i| {
        _ = i;
    }
}

test "a ring wraps" {
    try std.testing.expect(true);
}

test helper {
    _ = helper(1);
}
