--- Module docs.
-- @module foo
local M = {}
local json = require("json")
local util = require 'foo.util'
local x = require[[foo.long]]
dofile("bar.lua")
M.VERSION = "1.0"
M.opts = { a = 1, b = 2 }
local CONST <const> = 3
--- Adds.
-- @param a
function M.add(a, b, ...) if a and b then return a end end
function M:method(x) end
M.assigned = function(a) return a end
M["dyn"] = function() end
local function priv(y) local function inner() end end
local loc = function() end
function global_fn() end
GLOBAL = 1
local Class = setmetatable({}, {__index = M})
Class.__index = Class
function Class.new(o) return setmetatable(o, Class) end
local t = { f = function() end }
if jit then
  function M.cond() end
end
return M
