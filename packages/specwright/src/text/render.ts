/** Renders a template, such as `client/operation`, with a view. The values of the view are finished fragments of code. */
export type Render = (template: string, view: Readonly<Record<string, unknown>>) => string;
