import type { HandlerOf } from "../handler.ts";

/** `GET /toolkits/categories` */
export const listToolkitCategories: HandlerOf<"listToolkitCategories"> = ({ context }) => {
  const items = [...context.services.catalogs.installation.listCategories()];
  const page = { next_cursor: null, total_pages: 1, current_page: 1, total_items: items.length };
  return { status: 200, body: { items, ...page } };
};
