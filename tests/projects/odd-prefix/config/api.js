module.exports = { rest: { prefix: '/v1/things', defaultLimit: 3, maxLimit: 5, withCount: true } };
