import type { HandlerOf } from "../handler.ts";

/** `GET /tools/{tool_slug}` */
export const getTool: HandlerOf<"getTool"> = ({ context, path, query, request }) => {
  const { version, toolkit_versions: toolkitVersions } = query;
  // `latest` is also what the router fills in, and then `toolkit_versions` counts.
  const isSent =
    version !== "latest" || new URL(request.url).searchParams.get("version") === "latest";
  const tool = context.services.catalog.getTool(path.tool_slug, {
    ...(isSent ? { version } : {}),
    ...(toolkitVersions === undefined ? {} : { toolkitVersions }),
  });
  return { status: 200, body: tool.record };
};
