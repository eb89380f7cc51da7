module.exports = { rest: { defaultLimit: '2', maxLimit: '3', withCount: 'false' } };
