exports.default = { a: 1 }; exports.b = 2;
