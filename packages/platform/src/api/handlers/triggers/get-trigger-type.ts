import type { HandlerOf } from "../handler.ts";

/** `GET /triggers_types/{slug}` */
export const getTriggerType: HandlerOf<"getTriggerType"> = async (input) => {
  const { context, path, principal, query } = input;
  const catalog = await context.services.catalogs.open(principal.ProjectKey);
  const { record } = await catalog.getTrigger(path.slug, query.toolkit_versions);
  return { status: 200, body: record };
};
