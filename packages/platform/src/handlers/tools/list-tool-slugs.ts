import type { HandlerOf } from "../handler.ts";

/** `GET /tools/enum` */
export const listToolSlugs: HandlerOf<"listToolSlugs"> = ({ context }) => ({
  status: 200,
  body: context.services.catalog
    .listToolSlugs()
    .map((slug) => `${slug}\n`)
    .join(""),
});
