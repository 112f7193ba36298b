import { cutPage } from "../../../domain/lists/pages.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { readUsage } from "./read-usage.ts";
import { toToolkit } from "./to-toolkit.ts";

/** `GET /toolkits` */
export const listToolkits: HandlerOf<"listToolkits"> = async (input) => {
  const { category, search, include_deprecated, managed_by, sort_by } = input.query;
  const page = readQueryPage(input);
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const toolkits = catalog.listToolkits({
    category,
    search,
    includeDeprecated: include_deprecated,
    managedBy: managed_by,
    sortBy: sort_by,
    usage: await readUsage(input, sort_by),
  });
  return { status: 200, body: cutPage(page, toolkits, toToolkit) };
};
