module.exports = { routes: [{ method: 'POST', path: '/lab', handler: 'lab.run', config: { auth: false } }] };
