module.exports = { graphql: { enabled: false }, 'users-permissions': { config: { jwtSecret: 'jwtsecret' } } };
