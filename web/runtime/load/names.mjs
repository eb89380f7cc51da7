// Names of files and uids, as Strapi makes them.
import kebabCase from 'lodash/kebabCase.js';

export const isKebabCase = text => /^([a-z][a-z0-9]*)(-[a-z0-9]+)*$/.test(text);

export const normalizeName = text => (isKebabCase(text) ? text : kebabCase(text));

const beginning = namespace => (namespace.endsWith('::') ? namespace : `${namespace}.`);

/** Whether a uid is of the namespace: "api::article", "global::", or all of them. */
export const isWithin = (uid, namespace) => !namespace || uid.startsWith(beginning(namespace));

export const addNamespace = (name, namespace) => beginning(namespace) + name;

export const removeNamespace = (uid, namespace) => (isWithin(uid, namespace) ? uid.slice(beginning(namespace).length) : uid);
