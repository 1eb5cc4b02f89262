pub const Empty = struct {};

pub fn before() void {}

pub fn broken(a: , {
    return;

pub const After = struct {
    x: i32,
    pub fn f() void {}
};

pub fn last() void {
    @panic("x");
}
