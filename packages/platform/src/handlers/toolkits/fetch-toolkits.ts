import { cutPage, parsePage } from "../../domain/lists/pages.ts";
import type { HandlerOf } from "../handler.ts";
import { readUsage } from "./read-usage.ts";
import { toToolkit } from "./to-toolkit.ts";

/** `POST /toolkits/multi` */
export const fetchToolkits: HandlerOf<"fetchToolkits"> = async (input) => {
  const { toolkits: slugs, category, managed_by, sort_by, limit, cursor } = input.body;
  const page = parsePage(
    { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) },
    { place: "body" },
  );
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const toolkits = catalog.listToolkits({
    ...(slugs === undefined ? {} : { slugs }),
    ...(category === undefined ? {} : { category }),
    managedBy: managed_by,
    sortBy: sort_by,
    usage: await readUsage(input, sort_by),
  });
  const { items, ...envelope } = cutPage(page, toolkits);
  return { status: 200, body: { items: items.map(toToolkit), ...envelope } };
};
