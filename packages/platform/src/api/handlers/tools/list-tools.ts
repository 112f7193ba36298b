import { countItemsAsked, countItemsBefore, toPage } from "../../../domain/lists/pages.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";

/** `GET /tools` */
export const listTools: HandlerOf<"listTools"> = async (input) => {
  const { toolkit_slug, tool_slugs, tags, scopes, search } = input.query;
  const { include_deprecated, toolkit_versions } = input.query;
  const page = readQueryPage(input);
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const tools = await catalog.listTools({
    toolkitSlug: toolkit_slug,
    toolSlugs: tool_slugs,
    tags,
    scopes,
    search,
    toolkitVersions: toolkit_versions,
    includeDeprecated: include_deprecated,
  });
  const items = await tools.read(countItemsBefore(page), countItemsAsked(page));
  return { status: 200, body: toPage(page, tools.total, items) };
};
