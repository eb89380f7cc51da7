// Files that code gives with an entry (strapi.entityService, `files`): those of its fields, and of fields of its components.

const isIndex = part => Number.isFinite(Number(part));

/** What a field of an entry or component holds, by ids alone. */
async function heldBy(app, { uid, id }, field) {
	const params = { select: ['id'], where: { id }, populate: { [field]: true } };
	const [found] = await app.call('db.queryBuilder.select', [uid, params]);
	return found?.[field];
}

/** {uid, id} of what the path leads to, "address" or "blocks.0", from an entry on; undefined where it leads nowhere. */
async function holderOf(app, entry, path) {
	let holder = entry;
	for (let i = 0; i < path.length; i++) {
		const attribute = app.strapi.getModel(holder.uid)?.attributes[path[i]];
		if (!['component', 'dynamiczone', 'relation'].includes(attribute?.type)) return undefined;
		let held = await heldBy(app, holder, path[i]);
		if (Array.isArray(held)) held = isIndex(path[i + 1]) ? held[path[++i]] : undefined;
		if (!held) return undefined;
		const uid = { component: attribute.component, dynamiczone: held.__component, relation: attribute.target }[attribute.type];
		holder = { uid, id: held.id };
	}
	return holder;
}

async function attachTo(app, entry, key, given) {
	const path = key.split('.');
	const field = path.pop();
	const holder = await holderOf(app, entry, path);
	if (!holder || app.strapi.getModel(holder.uid)?.attributes[field]?.type !== 'media') return;
	await app.strapi.service('plugin::upload.upload').uploadToEntity({ id: holder.id, model: holder.uid, field }, given);
}

export async function uploadTo(app, uid, { id }, files) {
	for (const [key, given] of Object.entries(files)) await attachTo(app, { uid, id }, key, given);
}

/** They are uploaded when the entry is there, and the answer is read again. */
export async function attachFiles(app, uid, entity, files, { fields, populate }) {
	await uploadTo(app, uid, entity, files);
	return app.strapi.entityService.findOne(uid, entity.id, { fields, populate });
}
