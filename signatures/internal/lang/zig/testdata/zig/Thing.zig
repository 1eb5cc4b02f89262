/// The file is the struct.
const Thing = @This();

name: []const u8,
next: ?*Thing = null,

pub fn rename(self: *Thing, to: []const u8) void {
    self.name = to;
}
