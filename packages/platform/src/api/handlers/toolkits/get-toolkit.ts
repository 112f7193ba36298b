import type { HandlerOf } from "../handler.ts";

/** `GET /toolkits/{slug}` */
export const getToolkit: HandlerOf<"getToolkit"> = async ({ context, path, principal }) => {
  const catalog = await context.services.catalogs.open(principal.ProjectKey);
  return { status: 200, body: catalog.getToolkit(path.slug).record };
};
