import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Place } from "../../../src/api/http/places/place.ts";
import { admitByKey } from "./upload-place.ts";

const mebibyte = 1024 * 1024;

/**
 * Streamable HTTP of MCP with the transport of its own SDK, stateless: each request has its own server.
 *
 * @param createServer creates the server of a request; its calls end when the client leaves
 */
export function createMcpPlace(createServer: () => McpServer, atOnce = 100): Place {
  return {
    name: "testMcp",
    methods: ["GET", "POST"],
    path: "/test/mcp/{name}",
    bodyLimit: mebibyte,
    atOnce,
    admit: admitByKey,
    answer: async ({ call }) => {
      const server = createServer();
      const transport = new WebStandardStreamableHTTPServerTransport();
      // The SDK declares its members for a compiler without exactOptionalPropertyTypes.
      await server.connect(transport as Parameters<McpServer["connect"]>[0]);
      // The transport needs the web request. Its signal is used here as well.
      call.request.signal.addEventListener("abort", () => void server.close());
      const parsedBody: unknown =
        call.method === "POST"
          ? JSON.parse(new TextDecoder().decode(await call.readBody(mebibyte)))
          : undefined;
      const response = await transport.handleRequest(call.request, { parsedBody });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: response.body,
      };
    },
  };
}
