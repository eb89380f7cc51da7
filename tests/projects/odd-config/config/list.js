module.exports = ['a', { b: 1 }];
