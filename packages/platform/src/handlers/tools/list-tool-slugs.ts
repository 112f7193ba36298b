import type { HandlerOf } from "../handler.ts";

/** `GET /tools/enum` */
export const listToolSlugs: HandlerOf<"listToolSlugs"> = ({ accept, context }) => {
  const slugs = [...context.services.catalog.listToolSlugs()];
  return accept === "application/json"
    ? { status: 200, mediaType: "application/json", body: slugs }
    : { status: 200, mediaType: "text/plain", body: slugs.map((slug) => `${slug}\n`).join("") };
};
