/**
 * The built-in templates as functions compiled by Handlebars, by name, such as `client/module.js`. `npm run build`
 * fills this object. It is empty when specwright runs from its sources, so that changes to a template take effect
 * immediately.
 */
export const precompiledTemplates: Readonly<Record<string, unknown>> = {};
