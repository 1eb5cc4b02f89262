const helper = require('./helper');

function a() {}
const c = (x) => { return x };
const value = 42;

module.exports = {
  a,
  renamed: c,
  value,
  inline() { return 1 },
  arrow: () => 2,
  'quoted-name': helper,
  ...helper,
};
