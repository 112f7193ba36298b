import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContextArguments, Service } from "./server/call.ts";
import { discardRest, NodeCall } from "./server/http/node-call.ts";

/** The part of a Fastify request that is used. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
}

/** The part of a Fastify reply that is used. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  code(status: number): unknown;
  header(name: string, value: unknown): unknown;
  send(payload?: unknown): unknown;
}

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  readonly prefix: string;
  readonly supportedMethods: string[];
  /** Fastify 5 has it. */
  addHttpMethod?(method: string, options: { hasBody: boolean }): unknown;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  route(options: {
    method: string[];
    url: string;
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>;
  }): unknown;
}

/**
 * A plugin for Fastify 4 and 5: `app.register(createFastifyPlugin(router), { prefix: "/v1" })`. Fastify's hooks run as
 * usual. Its body parsers do not run within the plugin.
 *
 * @example
 * ```ts
 * import { createFastifyPlugin } from "@specwright/runtime/v1/fastify";
 * import { fastify } from "fastify";
 * import { createRouter } from "./generated/server/index.js";
 * import { handlers } from "./handlers.ts";
 *
 * const router = createRouter({ handlers });
 * const app = fastify();
 * app.register(createFastifyPlugin(router), { prefix: "/v1" });
 * await app.listen({ port: 3000 });
 * ```
 */
export function createFastifyPlugin<Context>(
  service: Service<Context>,
  ...[context]: ContextArguments<Context, [FastifyRequestLike, FastifyReplyLike]>
): (app: FastifyLike) => Promise<void> {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const method of service.methods ?? []) {
      if (!app.supportedMethods.includes(method)) {
        app.addHttpMethod?.(method, { hasBody: true });
      }
    }
    app.route({
      method: app.supportedMethods,
      url: "/*",
      handler: async (request, reply) => {
        const { raw } = request;
        // Without the function the context is void.
        const value = context?.(request, reply) as Context;
        const target = (raw.url ?? "/").slice(app.prefix.length);
        const call = new NodeCall(raw, reply.raw, value, target);
        const { status, headers, body } = await service.answer(call);
        if (call.hasBody) {
          discardRest(raw);
        }
        reply.code(status);
        for (const [name, field] of Object.entries(headers)) {
          reply.header(name, field);
        }
        return reply.send(body ?? undefined);
      },
    });
  };
}
