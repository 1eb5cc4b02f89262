'use strict'

/**
 * The prototype of responses.
 */
const proto = module.exports = {
  /** The status code. */
  get status () {
    return this.res.statusCode
  },

  set status (code) {
    if (this.headerSent) return
    this.res.statusCode = code
  },

  redirect (url) {
    this.set('Location', url)
    this.status = 302
  },

  limit: 10
}

function use () { return proto }

exports.helpers = {
  first (list) { return list[0] },
  last (list) { return list[list.length - 1] }
}
