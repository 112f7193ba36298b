import type { KoaContextWithOIDC } from "oidc-provider";
import { isLoopback } from "../../domain/fields/host-fields.ts";
import { createReturnPage } from "./consent-page.ts";

/**
 * Makes a response to an authorization request one of two things: a redirect that has it in the query, or a page.
 *
 * Anybody can register a client, so an address with https may be one to which somebody wants to lure people. The service therefore
 * sends nobody there by itself before the person has agreed: an error, such as that of `prompt=none`, is a page with a link (RFC 9700,
 * section 4.11.2). A program on the person's own computer gets its error at once.
 *
 * `form_post` would need a script, which no page here may have, so `query` is the only mode that the metadata names.
 */
export async function respondInQuery(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  if (ctx.oidc?.route === "discovery") {
    ctx.body = { ...Object(ctx.body), response_modes_supported: ["query"] };
  }
  // Pages of the issuer itself are named by their path.
  const target = URL.parse(ctx.response.get("location"));
  if (target === null || !isWebAddress(target)) {
    return;
  }
  // A request for a token gets its error in the fragment.
  const given =
    target.hash === "" ? target.searchParams : new URLSearchParams(target.hash.slice(1));
  const error = given.get("error");
  if (error !== null) {
    const error_description = given.get("error_description") ?? undefined;
    const { headers, body } = createReturnPage(target, { error, error_description });
    ctx.status = error === "access_denied" ? 200 : 400;
    ctx.remove("location");
    ctx.set({ ...headers });
    ctx.type = "html";
    ctx.body = body;
  }
}

function isWebAddress({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && !isLoopback(hostname);
}
