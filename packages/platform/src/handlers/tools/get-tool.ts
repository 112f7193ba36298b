import type { HandlerOf } from "../handler.ts";

/** `GET /tools/{tool_slug}` */
export const getTool: HandlerOf<"getTool"> = async (input) => {
  const { context, path, principal, query, request } = input;
  const { version, toolkit_versions: toolkitVersions } = query;
  // `latest` is also what the router fills in, and then `toolkit_versions` counts.
  const isSent =
    version !== "latest" || new URL(request.url).searchParams.get("version") === "latest";
  const catalog = await context.services.catalogs.of(principal.ProjectKey);
  const record = await catalog.getRecord(path.tool_slug, {
    ...(isSent ? { version } : {}),
    ...(toolkitVersions === undefined ? {} : { toolkitVersions }),
  });
  return { status: 200, body: record };
};
