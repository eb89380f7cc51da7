module.exports = () => ({ find: () => 'noargs' });
