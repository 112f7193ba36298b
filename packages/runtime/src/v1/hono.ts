import type { ContextArguments, Service } from "./server/call.ts";

/** The part of Hono's context that is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/**
 * A handler for Hono: `app.all("*", createHonoHandler(router))`.
 *
 * @example
 * ```ts
 * import { createHonoHandler } from "@specwright/runtime/v1/hono";
 * import { Hono } from "hono";
 * import { createRouter } from "./generated/server/index.js";
 * import { handlers } from "./handlers.ts";
 *
 * const router = createRouter({ handlers });
 * const app = new Hono();
 * app.all("*", createHonoHandler(router));
 * (await app.request("/notes")).status; // => 200
 * ```
 */
export function createHonoHandler<Context, Source extends HonoContext = HonoContext>(
  service: Service<Context>,
  ...[context]: ContextArguments<Context, [Source]>
): (source: Source) => Promise<Response> {
  // Without the function the context is void.
  return (source) => service(source.req.raw, context?.(source) as Context);
}
