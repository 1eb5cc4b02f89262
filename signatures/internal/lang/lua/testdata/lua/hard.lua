#!/usr/bin/env lua
--------------
-- What older grammars stumble over.
-- @module hard

local pl = require 'pl.test' (_G)
local f <close>, limit <const> = io.open("x"), 3
local M = {}

--- A field of another module.
M.join = pl.strings.join

--[==[
Long comment with ]] in it.
]==]
function M.long(text) -- to the end
  return [==[a ]] b]==];
end

---Types of a language server.
---@param a number
---@return number?
function M.typed(a)
  goto done
  ::done::
  return a // 2 & 0xFF, 0x1p4, 10ULL;
end

if jit then M.fast = function() end else function M.slow() end end

function M.a.b.c:deep(...) return select('#', ...) end

do
  local function hidden() end
end

M.x, M.y = 1, 2
return setmetatable(M, { __call = function(_, n) return n end });
