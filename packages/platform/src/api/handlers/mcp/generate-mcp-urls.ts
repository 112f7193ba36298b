import { generateMcpUrls as generate } from "../../../domain/agents/mcp/mcp-urls.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /mcp/servers/generate` */
export const generateMcpUrls: HandlerOf<"generateMcpUrls"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 200,
    body: await generate(scope, input.body),
  }));
