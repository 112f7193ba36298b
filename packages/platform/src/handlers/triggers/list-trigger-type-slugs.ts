import type { HandlerOf } from "../handler.ts";

/** `GET /triggers_types/list/enum` */
export const listTriggerTypeSlugs: HandlerOf<"listTriggerTypeSlugs"> = async (input) => {
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const triggers = await catalog.listTriggers();
  return { status: 200, body: triggers.map(({ slug }) => slug) };
};
