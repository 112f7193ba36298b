// Runs as a child process. It serves the router document by the server that its first argument names, and prints its
// port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeListener } from "@specwright/runtime/v1/node";
import Fastify from "fastify";
import { item, itemSchema } from "./router-document.ts";

const [name, generated = ""] = process.argv.slice(2);

async function listen(): Promise<number> {
  if (name === "fastify") {
    const app = Fastify();
    const params = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "integer", minimum: 1 } },
    };
    const querystring = {
      type: "object",
      properties: {
        limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        tags: { type: "string" },
      },
    };
    app.get("/items/:id", { schema: { params, querystring } }, () => item);
    app.post("/items", { schema: { body: itemSchema } }, (request, reply) =>
      reply.code(201).send(request.body),
    );
    await app.listen({ port: 0, host: "127.0.0.1" });
    return getPort(app.server.address());
  }
  const handler = name === "specwright" ? await createSpecwrightHandler() : answerBare;
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return getPort(server.address());
}

function getPort(address: string | AddressInfo | null): number {
  return typeof address === "object" && address ? address.port : 0;
}

type NodeHandler = Parameters<typeof createServer>[1];

async function createSpecwrightHandler(): Promise<NodeHandler> {
  const { createRouter } = await import(generated);
  const router = createRouter({
    handlers: {
      getItem: () => ({ status: 200, body: item }),
      createItem: ({ body }: { body: object }) => ({ status: 201, body }),
    },
    security: {},
  });
  return createNodeListener(router, () => undefined);
}

/** Node alone, without a router and validation. */
const answerBare: NodeHandler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = request.method === "POST" ? JSON.parse(Buffer.concat(chunks).toString()) : item;
    response
      .writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(body));
  });
};

console.log(await listen());
