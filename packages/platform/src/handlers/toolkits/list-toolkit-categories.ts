import type { HandlerOf } from "../handler.ts";
import { toBody } from "../wire.ts";

/** `GET /toolkits/categories` */
export const listToolkitCategories: HandlerOf<"listToolkitCategories"> = ({ context }) => ({
  status: 200,
  body: toBody({ items: context.services.catalog.listCategories() }),
});
