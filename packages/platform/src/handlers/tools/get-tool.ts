import type { HandlerOf } from "../handler.ts";

/** `GET /tools/{tool_slug}` */
export const getTool: HandlerOf<"getTool"> = async (input) => {
  const { context, path, principal, query } = input;
  const { version, toolkit_versions: toolkitVersions } = query;
  // `latest` is also what the router fills in, and then `toolkit_versions` counts. Without them it means the same, and the
  // request, which is made when it is first looked at, need not be.
  const isSent =
    version !== "latest" ||
    (toolkitVersions !== undefined &&
      new URL(input.request.url).searchParams.get("version") === "latest");
  const catalog = await context.services.catalogs.of(principal.ProjectKey);
  const record = await catalog.getRecord(path.tool_slug, {
    ...(isSent ? { version } : {}),
    ...(toolkitVersions === undefined ? {} : { toolkitVersions }),
  });
  return { status: 200, body: record };
};
