import type { HandlerOf } from "../handler.ts";

/** `GET /toolkits/{slug}` */
export const getToolkit: HandlerOf<"getToolkit"> = ({ context, path }) => ({
  status: 200,
  body: context.services.catalog.getToolkit(path.slug).record,
});
