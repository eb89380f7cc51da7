module.exports = { rest: { defaultLimit: 2, maxLimit: 5, withCount: false, prefix: '/api' }, responses: { privateAttributes: ['createdAt'] }, own: { deep: [1] } };
