local function a() end
local function b(x) end
return {
  a = a,
  b = b,
  c = function(z) return z end,
  n = 3,
}
