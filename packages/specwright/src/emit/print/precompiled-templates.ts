/**
 * Our own templates as functions that Handlebars made of them, by name, such as `client/module.js`. `npm run build` fills
 * this in. It is empty when specwright runs from its sources, so that an edited template counts at once.
 */
export const precompiledTemplates: Readonly<Record<string, unknown>> = {};
