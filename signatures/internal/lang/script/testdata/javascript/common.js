#!/usr/bin/env node
'use strict'

/**
 * Module dependencies.
 */

var http = require('http'), url = require('url');
const { readFile, writeFile: write } = require('fs').promises;
const lazy = () => require('./lazy');

exports = module.exports = createApp;

/**
 * Create an application.
 *
 * @return {Function}
 * @api public
 */

function createApp(options) {
  var app = function (req, res) { app.handle(req, res) };
  if (options && options.debug || !app) { return app }
  return app
}

exports.json = bodyParser.json
exports.version = '1.0.0'

/**
 * Parse a query.
 */

exports.parse = function parse(str, { strict = false } = {}) {
  while (str) { str = str.slice(1) }
};
module.exports.bar = () => 1;
module.exports.Klass = class Klass { m() {} };

var app = {};
app.use = function use(fn) { };
Foo.prototype.get = function (k) { return k ? 1 : 2 };
Foo.defaults = { a: 1 };

function Foo() {}

let unexported = 5;
// FIXME: leaks
