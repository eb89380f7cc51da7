module.exports = { future: { unstable: true, other: 'true' }, own: 1 };
