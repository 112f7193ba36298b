import { parsePage } from "../../../domain/lists/cursors.ts";
import { cutPage } from "../../../domain/lists/pages.ts";
import type { HandlerOf } from "../handler.ts";
import { readUsage } from "./read-usage.ts";
import { toToolkit } from "./to-toolkit.ts";

/** `POST /toolkits/multi` */
export const fetchToolkits: HandlerOf<"fetchToolkits"> = async (input) => {
  const { toolkits: slugs, category, managed_by, sort_by, limit, cursor } = input.body;
  const page = parsePage({ limit, cursor }, { place: "body" });
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const toolkits = catalog.listToolkits({
    slugs,
    category,
    managedBy: managed_by,
    sortBy: sort_by,
    usage: await readUsage(input, sort_by),
  });
  return { status: 200, body: cutPage(page, toolkits, toToolkit) };
};
