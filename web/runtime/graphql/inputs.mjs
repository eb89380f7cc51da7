// The types of what the models take, as far as values depend on them: dates and long numbers, at any depth.
import { constants } from './constants.mjs';
import { attributes, naming } from './naming.mjs';

const named = name => ({ name });
const listOf = name => ({ list: named(name) });
const combining = name => [['and', listOf(name)], ['or', listOf(name)], ['not', named(name)]]; // prettier-ignore

/** The filters of a scalar. */
function comparing(scalar) {
	const one = ['eq', 'eqi', 'ne', 'nei', 'gt', 'gte', 'lt', 'lte'].map(name => [name, named(scalar)]);
	const several = ['in', 'notIn', 'between', 'and', 'or'].map(name => [name, listOf(scalar)]);
	return [...one, ...several, ['not', named(naming.getScalarFilterInputTypeName(scalar))]];
}

const scalarOf = attribute => constants.SCALARS_ASSOCIATIONS[attribute.type];

function filterOf(strapi, attribute) {
	if (attributes.isStrapiScalar(attribute)) return naming.getScalarFilterInputTypeName(scalarOf(attribute));
	const target = strapi.getModel(attribute.target ?? attribute.component);
	return target && naming.getFiltersInputTypeName(target);
}

function inputOf(strapi, type, name, attribute) {
	if (attributes.isEnumeration(attribute)) return named(naming.getEnumName(type, name));
	if (attributes.isStrapiScalar(attribute)) return named(scalarOf(attribute));
	if (!attributes.isComponent(attribute) || !strapi.components[attribute.component]) return undefined;
	const input = naming.getComponentInputName(strapi.components[attribute.component]);
	return attribute.repeatable ? listOf(input) : named(input);
}

/** By the name of an input: its members and their types. */
export function inputsOf(strapi) {
	const inputs = new Map(['DateTime', 'Long'].map(scalar => [naming.getScalarFilterInputTypeName(scalar), new Map(comparing(scalar))]));
	for (const type of [...Object.values(strapi.components), ...Object.values(strapi.contentTypes)]) {
		const own = Object.entries(type.attributes ?? {});
		const filters = own.map(([name, attribute]) => [name, filterOf(strapi, attribute)]).filter(([, filter]) => filter);
		const filtersName = naming.getFiltersInputTypeName(type);
		inputs.set(filtersName, new Map([...filters.map(([name, filter]) => [name, named(filter)]), ...combining(filtersName)]));
		const members = own.map(([name, attribute]) => [name, inputOf(strapi, type, name, attribute)]).filter(([, input]) => input);
		const isComponent = type.modelType === 'component';
		inputs.set(isComponent ? naming.getComponentInputName(type) : naming.getContentTypeInputName(type), new Map(members));
	}
	return inputs;
}

/** The arguments of what lectern describes with `original`: as those of a definition. */
export function argumentsOf(strapi, original) {
	const type = original?.uid && strapi.getModel(original.uid);
	const target = original?.kind === 'related' ? type?.attributes[original.attribute] : undefined;
	const listed = target ? strapi.getModel(target.target ?? target.component) : type;
	const args = { publicationState: named(constants.PUBLICATION_STATE_TYPE_NAME) };
	if (listed) args.filters = named(naming.getFiltersInputTypeName(listed));
	if (type) args.data = named(naming.getContentTypeInputName(type));
	return { args };
}
