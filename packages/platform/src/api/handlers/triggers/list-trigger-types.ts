import { cutPage } from "../../../domain/lists/pages.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";

/** `GET /triggers_types` */
export const listTriggerTypes: HandlerOf<"listTriggerTypes"> = async (input) => {
  const { toolkit_slugs: slugs, toolkit_versions: versions } = input.query;
  const page = readQueryPage(input);
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const triggers = await catalog.listTriggers({
    toolkitSlugs: slugs,
    toolkitVersions: versions,
  });
  return { status: 200, body: cutPage(page, triggers, ({ record }) => record) };
};
