import { assertWholeFits } from "../../../domain/lists/assert-whole-fits.ts";
import type { HandlerOf } from "../handler.ts";

/** `GET /tools/enum` */
export const listToolSlugs: HandlerOf<"listToolSlugs"> = async (input) => {
  const { accept, context, principal } = input;
  const catalog = await context.services.catalogs.open(principal.ProjectKey);
  const slugs = assertWholeFits(await catalog.listToolSlugs(), "GET /tools");
  return accept === "application/json"
    ? { status: 200, mediaType: "application/json", body: slugs }
    : { status: 200, mediaType: "text/plain", body: slugs.map((slug) => `${slug}\n`).join("") };
};
