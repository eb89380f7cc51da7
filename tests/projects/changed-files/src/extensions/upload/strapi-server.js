
module.exports = (plugin) => {
  const c = plugin.controllers['content-api'];
  const { upload } = c;
  const call = (ctx) => upload.call(c, ctx);
  const short = (ctx) => { ctx.body = [].concat(ctx.body).map(({ name, ext, mime, caption, alternativeText, hash, size }) => ({ name, ext, mime, caption, alternativeText, hash: hash.replace(/_[0-9a-f]{10}$/, ''), size })); };
  const add = (path, run) => { const name = path.replace(/\W/g, ''); c[name] = run; plugin.routes['content-api'].routes.push({ method: 'POST', path, handler: 'content-api.' + name, config: { auth: false } }); };
  add('/renamed', async (ctx) => { for (const f of [].concat(ctx.request.files.files)) f.name = 'dev_' + f.name; await call(ctx); short(ctx); });
  add('/one-by-one', async (ctx) => { const all = [].concat(ctx.request.files.files); const results = []; for (const f of all) { ctx.request.files = { files: f }; await call(ctx); results.push(...[].concat(ctx.body)); } ctx.body = results; short(ctx); });
  add('/other-field', async (ctx) => { ctx.request.files = { files: ctx.request.files.doc }; await call(ctx); short(ctx); });
  add('/first-only', async (ctx) => { ctx.request.files.files = [].concat(ctx.request.files.files)[0]; await call(ctx); short(ctx); });
  add('/info', async (ctx) => { ctx.request.body.fileInfo = JSON.stringify({ caption: 'by code', alternativeText: 'alt', name: 'given.txt' }); await call(ctx); short(ctx); });
  add('/info-object', async (ctx) => { ctx.request.body = { fileInfo: { caption: 'object' } }; await call(ctx); short(ctx); });
  add('/ref', async (ctx) => { ctx.request.body = { ...ctx.request.body, ref: 'api::restaurant.restaurant', refId: 1, field: 'cover' }; await call(ctx); short(ctx); });
  add('/replace', async (ctx) => { ctx.query = { id: 1 }; await call(ctx); ctx.body = { id: ctx.body.id, name: ctx.body.name, hash: ctx.body.hash.slice(0, 4), ext: ctx.body.ext }; });
  add('/typed', async (ctx) => { ctx.request.files.files.type = 'text/csv'; await call(ctx); short(ctx); });
  add('/swapped', async (ctx) => { const fs = require('fs'); fs.writeFileSync(ctx.request.files.files.path, 'other content'); ctx.request.files.files.size = 13; const url = (await strapi.query('plugin::upload.file').findMany({ orderBy: { id: 'desc' }, limit: 1 }))[0].id; await call(ctx); const [last] = await strapi.query('plugin::upload.file').findMany({ orderBy: { id: 'desc' }, limit: 1 }); ctx.body = { text: fs.readFileSync(require('path').join(strapi.dirs.static.public, last.url), 'utf8'), later: last.id > url }; });
  add('/of-json', async (ctx) => { const fs = require('fs'), os = require('os'), path = require('path'); const place = path.join(os.tmpdir(), 'of-json-' + Date.now()); const bytes = Buffer.from(ctx.request.body.base64, 'base64'); fs.writeFileSync(place, bytes); ctx.request.files = { files: { path: place, name: ctx.request.body.name, type: 'text/plain', size: bytes.length } }; ctx.request.body = {}; await call(ctx); fs.unlinkSync(place); short(ctx); });
  add('/none', async (ctx) => { ctx.request.files = {}; await call(ctx); short(ctx); });
  add('/caught', async (ctx) => { try { ctx.request.files = undefined; await call(ctx); } catch (e) { return ctx.badRequest(e.message, { name: e.name }); } });
  add('/twice', async (ctx) => { await call(ctx); const [a] = ctx.body; await call(ctx); const [b] = ctx.body; ctx.body = [a.id !== b.id, a.name, b.name]; });
  add('/read', async (ctx) => { const f = ctx.request.files.files; ctx.body = { text: require('fs').readFileSync(f.path, 'utf8'), size: f.size, name: f.name, type: f.type, body: ctx.request.body, is: ctx.is('multipart') }; });
  return plugin;
};