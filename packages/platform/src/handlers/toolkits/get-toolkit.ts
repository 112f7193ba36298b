import type { HandlerOf } from "../handler.ts";
import { toBody } from "../wire.ts";

/** `GET /toolkits/{slug}` */
export const getToolkit: HandlerOf<"getToolkit"> = ({ context, path }) => ({
  status: 200,
  body: toBody(context.services.catalog.getToolkit(path.slug).record),
});
