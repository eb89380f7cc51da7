// How attributes are stored, as @strapi/database 4.26 tells it in its metadata (metadata/relations, metadata/index): columns, join
// tables and their models, indexes and foreign keys. lectern makes the same tables by itself.
import snakeCase from 'lodash/snakeCase.js';

const toColumn = name => ({ name, referencedColumn: 'id' });
const number = { type: 'integer', column: { unsigned: true } };
const order = { type: 'float', column: { unsigned: true, defaultTo: null } };

function cascade(name, column, table) {
	return { name, columns: [column], referencedColumns: ['id'], referencedTable: table, onDelete: 'CASCADE' };
}

function tableModel(name, attributes, indexes, foreignKeys) {
	const own = Object.entries(attributes).map(([key, attribute]) => [key, { ...attribute, columnName: snakeCase(key) }]);
	return {
		singularName: name,
		uid: name,
		tableName: name,
		attributes: { id: { type: 'increments', columnName: 'id' }, ...Object.fromEntries(own) },
		indexes,
		foreignKeys,
		lifecycles: {},
		columnToAttribute: {},
	};
}

const isBidirectional = ({ inversedBy, mappedBy }) => Boolean(inversedBy || mappedBy);
const isOwner = attribute => !isBidirectional(attribute) || Boolean(attribute.inversedBy);
const isToMany = ({ relation }) => relation === 'oneToMany' || relation === 'manyToMany';
const isManyTo = ({ relation }) => relation === 'manyToOne' || relation === 'manyToMany';

function addJoinColumn(models, name, attribute) {
	const column = snakeCase(`${name}_id`);
	const target = models.get(attribute.target);
	Object.assign(attribute, { owner: true, joinColumn: { ...toColumn(column), referencedTable: target.tableName } });
	const inverse = isBidirectional(attribute) ? target.attributes[attribute.inversedBy] : undefined;
	if (inverse) inverse.joinColumn = { name: 'id', referencedColumn: column };
}

/** The other side of a relation is stored in the same table. */
function addInverse(inverse, attribute, { orderColumn, inverseOrderColumn }) {
	const { name, joinColumn, inverseJoinColumn, pivotColumns } = attribute.joinTable;
	inverse.joinTable = { name, joinColumn: inverseJoinColumn, inverseJoinColumn: joinColumn, pivotColumns };
	if (isManyTo(attribute)) {
		Object.assign(inverse.joinTable, { orderColumnName: inverseOrderColumn, orderBy: { [inverseOrderColumn]: 'asc' } });
	}
	if (isToMany(attribute)) inverse.joinTable.inverseOrderColumnName = orderColumn;
}

function addJoinTable(models, model, name, attribute) {
	const target = models.get(attribute.target);
	const table = snakeCase(`${model.tableName}_${name}_links`);
	const column = snakeCase(`${model.singularName}_id`);
	const plain = snakeCase(`${target.singularName}_id`);
	const inverseColumn = plain === column ? `inv_${plain}` : plain;
	const orderColumn = snakeCase(`${target.singularName}_order`);
	const ownOrder = snakeCase(`${model.singularName}_order`);
	const inverseOrderColumn = attribute.relation === 'manyToMany' && ownOrder === orderColumn ? `inv_${ownOrder}` : ownOrder;

	const attributes = { [column]: number, [inverseColumn]: number };
	const indexes = [
		{ name: `${table}_fk`, columns: [column] },
		{ name: `${table}_inv_fk`, columns: [inverseColumn] },
		{ name: `${table}_unique`, columns: [column, inverseColumn], type: 'unique' },
	];
	const joinTable = {
		name: table,
		joinColumn: toColumn(column),
		inverseJoinColumn: toColumn(inverseColumn),
		pivotColumns: [column, inverseColumn],
	};
	if (isToMany(attribute)) {
		attributes[orderColumn] = order;
		indexes.push({ name: `${table}_order_fk`, columns: [orderColumn] });
		Object.assign(joinTable, { orderColumnName: orderColumn, orderBy: { [orderColumn]: 'asc' } });
	}
	if (isBidirectional(attribute) && isManyTo(attribute)) {
		attributes[inverseOrderColumn] = order;
		indexes.push({ name: `${table}_order_inv_fk`, columns: [inverseOrderColumn] });
		joinTable.inverseOrderColumnName = inverseOrderColumn;
	}
	const foreignKeys = [cascade(`${table}_fk`, column, model.tableName), cascade(`${table}_inv_fk`, inverseColumn, target.tableName)];
	models.add(tableModel(table, attributes, indexes, foreignKeys));
	attribute.joinTable = joinTable;
	const inverse = attribute.inversedBy ? target.attributes[attribute.inversedBy] : undefined;
	if (inverse) addInverse(inverse, attribute, { orderColumn, inverseOrderColumn });
}

function addMorphTable(models, model, name, attribute) {
	const table = snakeCase(`${model.tableName}_${name}_morphs`);
	const column = snakeCase(`${model.singularName}_id`);
	const [idColumn, typeColumn] = [`${snakeCase(name)}_id`, `${snakeCase(name)}_type`];
	const attributes = {
		[column]: number,
		[idColumn]: number,
		[typeColumn]: { type: 'string' },
		field: { type: 'string' },
		order: { type: 'float', column: { unsigned: true } },
	};
	const indexes = [
		{ name: `${table}_fk`, columns: [column] },
		{ name: `${table}_order_index`, columns: ['order'] },
		{ name: `${table}_id_column_index`, columns: [idColumn] },
	];
	models.add(tableModel(table, attributes, indexes, [cascade(`${table}_fk`, column, model.tableName)]));
	attribute.joinTable = {
		name: table,
		joinColumn: toColumn(column),
		morphColumn: { typeColumn: { name: typeColumn }, idColumn: toColumn(idColumn) },
		orderBy: { order: 'asc' },
		pivotColumns: [column, typeColumn, idColumn],
	};
}

function addRelation(models, model, name, attribute) {
	const { relation } = attribute;
	if (relation === 'morphToMany') addMorphTable(models, model, name, attribute);
	else if (relation === 'morphToOne') {
		const morphColumn = attribute.morphColumn ?? { typeColumn: { name: 'target_type' }, idColumn: toColumn('target_id') };
		Object.assign(attribute, { owner: true, morphColumn });
	} else if (!relation.startsWith('morph') && isOwner(attribute) && models.has(attribute.target)) {
		if (attribute.useJoinTable === false && !isToMany(attribute)) addJoinColumn(models, name, attribute);
		else addJoinTable(models, model, name, attribute);
	}
}

const isComponent = ({ type }) => type === 'component' || type === 'dynamiczone';

/** The table that says which components an entry has. */
function componentTable({ tableName }) {
	const attributes = { entity_id: number, component_id: number, component_type: { type: 'string' }, field: { type: 'string' }, order };
	const indexes = [
		{ name: `${tableName}_field_index`, columns: ['field'] },
		{ name: `${tableName}_component_type_index`, columns: ['component_type'] },
		{ name: `${tableName}_entity_fk`, columns: ['entity_id'] },
		{ name: `${tableName}_unique`, columns: ['entity_id', 'component_id', 'field', 'component_type'], type: 'unique' },
	];
	return tableModel(`${tableName}_components`, attributes, indexes, [cascade(`${tableName}_entity_fk`, 'entity_id', tableName)]);
}

/** Components are relations to the query engine. */
function relateComponent(model, name, attribute) {
	const isZone = attribute.type === 'dynamiczone';
	const joinTable = { name: model.componentLink.tableName, joinColumn: toColumn('entity_id') };
	if (isZone) {
		const typeColumn = { name: 'component_type' };
		joinTable.morphColumn = { idColumn: toColumn('component_id'), typeColumn, typeField: '__component' };
	} else Object.assign(joinTable, { inverseJoinColumn: toColumn('component_id'), orderColumnName: 'order' });
	Object.assign(joinTable, {
		on: { field: name },
		orderBy: { order: 'asc' },
		pivotColumns: ['entity_id', 'component_id', 'field', 'component_type'],
	});
	const toMany = attribute.repeatable === true ? 'oneToMany' : 'oneToOne';
	Object.assign(attribute, { type: 'relation', relation: isZone ? 'morphToMany' : toMany, joinTable });
	if (!isZone) attribute.target = attribute.component;
}

/** The indexes and keys that Strapi adds where it makes the tables. */
function addKeys(model) {
	const { tableName, indexes, foreignKeys } = model;
	for (const attribute of Object.values(model.attributes)) {
		const { joinColumn, columnName } = attribute;
		if (joinColumn && attribute.owner) {
			const key = { name: `${tableName}_${joinColumn.name}_fk`, columns: [joinColumn.name] };
			const { referencedTable, referencedColumn } = joinColumn;
			foreignKeys.push({ ...key, referencedTable, referencedColumns: [referencedColumn], onDelete: 'SET NULL' });
			indexes.push(key);
		} else if (attribute.type === 'uid' || attribute.column?.unique) {
			indexes.push({ type: 'unique', name: `${tableName}_${columnName}_unique`, columns: [columnName] });
		}
	}
}

/** `models`: a map of models by uid, with `add`. */
export function addStorage(models) {
	for (const model of Map.prototype.values.call(models)) {
		const attributes = Object.entries(model.attributes);
		if (attributes.some(([, attribute]) => isComponent(attribute))) {
			model.componentLink = componentTable(model);
			models.add(model.componentLink);
		}
		for (const [name, attribute] of attributes) {
			if (isComponent(attribute)) relateComponent(model, name, attribute);
			else if (attribute.type !== 'relation') attribute.columnName = snakeCase(name);
			else addRelation(models, model, name, attribute);
		}
		addKeys(model);
	}
	for (const model of Map.prototype.values.call(models)) {
		const columns = Object.entries(model.attributes).map(([name, { columnName }]) => [columnName ?? name, name]);
		model.columnToAttribute = Object.fromEntries(columns);
	}
}
