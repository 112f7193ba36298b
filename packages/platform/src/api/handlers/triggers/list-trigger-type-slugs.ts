import { assertWholeFits } from "../../../domain/lists/assert-whole-fits.ts";
import type { HandlerOf } from "../handler.ts";

/** `GET /triggers_types/list/enum` */
export const listTriggerTypeSlugs: HandlerOf<"listTriggerTypeSlugs"> = async (input) => {
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const triggers = await catalog.listTriggers();
  const slugs = triggers.map(({ slug }) => slug);
  return { status: 200, body: assertWholeFits(slugs, "GET /triggers_types") };
};
