import * as z from "zod";
import {
  createRouter,
  type OperationDefinition,
  type OperationValidators,
  type RouterOptions,
} from "../src/v1/server.ts";

const body = z.object({
  toolkit: z.object({ slug: z.string() }),
  limit: z.int().min(1).optional(),
});

/** Three operations: parameters of every location, a JSON body, a body of many types. */
export const operations: readonly OperationDefinition[] = [
  {
    name: "getTool",
    method: "GET",
    path: "/tools/{slug}",
    parameters: [
      { name: "slug", in: "path" },
      { name: "limit", in: "query", type: { type: "integer" } },
      { name: "filter", in: "query", style: "deepObject", type: { type: "object" } },
      { name: "X-Trace", in: "header" },
      { name: "session", in: "cookie" },
    ],
    defaults: { query: { limit: 20 } },
    responses: { 200: ["application/json"], 404: ["application/json"] },
  },
  {
    name: "createTool",
    method: "POST",
    path: "/tools",
    body: {
      required: true,
      content: { "application/json": { defaults: { values: { limit: 5 } } } },
    },
    responses: { 201: ["application/json"], "4XX": ["application/problem+json"], 204: [] },
  },
  {
    name: "sendAny",
    method: "POST",
    path: "/any",
    parameters: [{ name: "dry", in: "query", type: { type: "boolean" } }],
    body: {
      required: false,
      content: {
        "application/vnd.x+json; charset=utf-8": {},
        "application/x-www-form-urlencoded": {
          form: [{ name: "list", in: "query", type: { type: "array" } }],
        },
        "text/*": {},
        "multipart/form-data": {},
        "application/octet-stream": {},
      },
    },
    responses: { 200: ["application/json", "text/csv"] },
  },
];

/** Their validators. */
export const validators: Readonly<Record<string, OperationValidators>> = {
  getTool: {
    parameters: {
      path: z.object({ slug: z.string().max(5) }),
      query: z.object({ limit: z.int("expected integer").optional() }),
    },
    responses: { 200: { "application/json": z.object({ slug: z.string() }) } },
  },
  createTool: { requestBody: { "application/json": body } },
  sendAny: { parameters: { query: z.object({ dry: z.boolean("expected boolean").optional() }) } },
};

/** The input of a handler. */
export type Received = Readonly<Record<string, unknown>> & { readonly request: Request };

/** A router, and the ways to ask it. */
export interface StartedRouter {
  /** The inputs of the handlers, in order. */
  readonly received: readonly Received[];
  /** Requests `METHOD /path`. */
  readonly fetch: (target: string, init?: RequestInit) => Promise<Response>;
  readonly post: (path: string, text: string, type: string) => Promise<Response>;
}

/** A router whose handlers record their inputs, unless a test brings its own. */
export function start(
  options: RouterOptions = {},
  handlers: Readonly<Record<string, (input: never) => unknown>> = {},
): StartedRouter {
  const received: Received[] = [];
  const echo = (status: number) => (input: Received) => {
    received.push(input);
    return { status, body: { slug: "x" } };
  };
  const all = { getTool: echo(200), createTool: echo(201), sendAny: echo(200), ...handlers };
  const router = createRouter(
    { operations, securitySchemes: {}, validators },
    { handlers: all, security: {} },
    options,
  );
  const fetch = (target: string, init: RequestInit = {}) => {
    const [method = "", path = ""] = target.split(" ");
    return router(new Request(`http://localhost${path}`, { method, ...init }));
  };
  const post = (path: string, text: string, type: string) =>
    fetch(`POST ${path}`, { body: text, headers: { "content-type": type } });
  return { fetch, post, received };
}

/** The media type of most bodies. */
export const json = "application/json";

/** A body without an announced length. */
export function streamBody(
  stream: ReadableStream,
  type: string,
  more: Readonly<Record<string, string>> = {},
): RequestInit {
  // Node's declarations of RequestInit do not know `duplex`, which fetch asks for.
  const half: object = { duplex: "half" };
  return { body: stream, headers: { ...(type && { "content-type": type }), ...more }, ...half };
}

/** The lines of a refused request. */
export async function readErrorLines(response: Response): Promise<readonly string[]> {
  // The default rendering of failures has them.
  const { errors } = (await response.json()) as { errors: readonly string[] };
  return errors;
}
