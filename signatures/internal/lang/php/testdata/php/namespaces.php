<html><?php namespace A { class X {} } namespace B\C { function f() {} }
