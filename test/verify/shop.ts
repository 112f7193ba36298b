import { onTestFinished } from "vitest";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { listen, type Service } from "./serve-router.ts";

/** The token of the shop. */
export const shopToken = "shop-token-1";

const item = { $ref: "#/components/schemas/Item" };
const problem = json({ type: "object", required: ["message"] }, "A problem");

function json(schema: object, description = "Done"): object {
  return { description, content: { "application/json": { schema } } };
}

/** A shop: items, orders that need a token, and a job that is ready at its third reading. */
export const shopDocument: object = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/login": {
      post: {
        operationId: "login",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                properties: { name: { type: "string" }, password: { type: "string" } },
              },
            },
          },
        },
        responses: {
          "200": json({
            type: "object",
            required: ["token"],
            properties: { token: { type: "string" } },
          }),
          "401": problem,
        },
      },
    },
    "/items": {
      get: {
        operationId: "listItems",
        parameters: [
          {
            name: "tag",
            in: "query",
            schema: { type: "array", items: { type: "string" } },
            explode: false,
          },
          { name: "limit", in: "query", schema: { type: "integer" } },
        ],
        responses: { "200": json({ type: "array", items: item }), "400": problem },
      },
    },
    "/items/{id}": {
      get: {
        operationId: "getItem",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { "200": json(item), "404": problem },
      },
    },
    "/orders": {
      post: {
        operationId: "placeOrder",
        security: [{ Bearer: [] }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["item", "quantity"],
                properties: {
                  item: { type: "integer" },
                  quantity: { type: "integer" },
                  note: { type: "string" },
                },
              },
            },
          },
        },
        responses: {
          "201": {
            ...json({ type: "object", required: ["id"], properties: { id: { type: "integer" } } }),
            headers: { Location: { schema: { type: "string" } } },
          },
          "401": problem,
          "400": problem,
        },
      },
    },
    "/job": {
      get: {
        operationId: "getJob",
        responses: {
          "200": json({ type: "object", properties: { state: { type: "string" } } }),
          "503": problem,
        },
      },
    },
  },
  components: {
    securitySchemes: { Bearer: { type: "http", scheme: "bearer" } },
    schemas: {
      Item: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "integer" }, name: { type: "string" }, tags: { type: "array" } },
      },
    },
  },
};

/** A request that the shop received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly authorization: string | null;
}

/** A shop that listens. */
export interface Shop {
  readonly url: string;
  readonly folder: string;
  readonly received: readonly ReceivedRequest[];
}

const items = [
  { id: 1, name: "Lamp", tags: ["light"] },
  { id: 2, name: "Desk", tags: [] },
];

/**
 * Serves a shop until the test has finished, and writes its document into a folder of the test.
 *
 * @param files more files of the folder
 * @param change replaces some answers of the shop
 */
export async function serveShop(
  files: Readonly<Record<string, string>>,
  change: (path: string) => Response | undefined = () => undefined,
): Promise<Shop> {
  const received: ReceivedRequest[] = [];
  let readings = 0;
  const answer: Service = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const authorization = request.headers.get("authorization");
    received.push({ method: request.method, path: pathname + search, body, authorization });
    const changed = change(pathname);
    if (changed !== undefined) {
      return changed;
    }
    const refuse = (status: number): Response => Response.json({ message: "no" }, { status });
    if (pathname === "/login") {
      const isKnown = new URLSearchParams(body).get("password") === "pass word";
      return isKnown ? Response.json({ token: shopToken }) : refuse(401);
    }
    if (pathname === "/orders") {
      return authorization === `Bearer ${shopToken}`
        ? Response.json({ id: 7 }, { status: 201, headers: { location: "/orders/7" } })
        : refuse(401);
    }
    if (pathname === "/job") {
      readings += 1;
      return readings % 3 === 0
        ? Response.json({ state: "READY" })
        : Response.json({ message: "wait" }, { status: 503, headers: { "retry-after": "0" } });
    }
    const found = items.find(({ id }) => pathname === `/items/${id}`);
    return pathname === "/items"
      ? Response.json(items)
      : found === undefined
        ? refuse(404)
        : Response.json(found);
  };
  const { url, close } = await listen(answer);
  onTestFinished(close);
  const servers = [{ url }];
  const folder = makeTemporaryFolder({
    "openapi.json": JSON.stringify({ ...shopDocument, servers }),
    ...files,
  });
  return { url, folder, received };
}
