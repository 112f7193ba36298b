import type { HandlerOf } from "../handler.ts";

/** `GET /tools/{tool_slug}` */
export const getTool: HandlerOf<"getTool"> = async (input) => {
  const { context, path, principal, query } = input;
  const { version, toolkit_versions: toolkitVersions } = query;
  // The router also fills in `latest`, and then `toolkit_versions` decides. Without `toolkit_versions` both mean the
  // same, and the request does not have to be looked at, which would create it.
  const isSent =
    version !== "latest" ||
    (toolkitVersions !== undefined &&
      new URL(input.request.url).searchParams.get("version") === "latest");
  const catalog = await context.services.catalogs.open(principal.ProjectKey);
  const record = await catalog.getRecord(path.tool_slug, {
    ...(isSent ? { version } : {}),
    toolkitVersions,
  });
  return { status: 200, body: record };
};
