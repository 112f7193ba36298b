import { expect } from "vitest";
import { catchRefusal, type World } from "../e2e/world.ts";
import type { Planting } from "./planting.ts";

/** Documents with keys in them: imported, replaced, refused, and executed. */
export async function plantImports(world: World, planting: Planting): Promise<void> {
  const { platform, application } = world;
  const { toolkits, tools } = platform;
  const document = describeLeaky(application.url, planting);
  await toolkits.importToolkit({
    body: { slug: "leaky", document: JSON.stringify(document) },
    header: { "Idempotency-Key": planting.secret("idempotency key of an import") },
  });
  await toolkits.getToolkit({ slug: "leaky" });
  await tools.getTool({ tool_slug: "LEAKY_GET_LEAK" });
  await tools.listTools({ toolkit_slug: "leaky", search: "leak" });
  await tools.executeTool({ tool_slug: "LEAKY_GET_LEAK", body: { arguments: {} } });
  await toolkits.replaceToolkit({ slug: "leaky", body: { document } });
  // A password in the address of a server would be shown as a part of `base_url`, so the document is refused.
  const password = encodeURIComponent(planting.secret("password of a server"));
  const servers = [{ url: `http://ada:${password}@127.0.0.1:9/` }];
  const refused = [
    `{"openapi": "3.1.0", "info": "${planting.secret("broken document")}`,
    `openapi: [${planting.secret("broken YAML").replaceAll(/\W/g, "")}`,
    JSON.stringify({ ...document, servers: [{ url: planting.secret("wrong server") }] }),
    JSON.stringify({ ...document, servers }),
  ];
  for (const text of refused) {
    const body = { slug: "broken", document: text };
    expect(await catchRefusal(toolkits.importToolkit({ body }))).toMatch(
      "400 Toolkit_DocumentInvalid",
    );
  }
}

/** An OpenAPI document as people publish it by mistake: with a key in each place that can have one. */
function describeLeaky(url: string, { content, hidden }: Planting): Record<string, unknown> {
  // A document is content that its project may read: its tools show descriptions and defaults to models.
  const description = content("description of a document");
  const initial = content("default of a document");
  // Examples and members that no tool needs stay in the stored document, and no answer shows them.
  const example = hidden("example of an argument");
  const extension = hidden("x- member of a document");
  const answer = hidden("example of an answer");
  return {
    openapi: "3.1.0",
    info: { title: "Leaky", version: "1", description, "x-internal-key": extension },
    servers: [
      {
        url: `${url}/api/{tenant}`,
        variables: { tenant: { default: "slow", description: hidden("variable of a server") } },
      },
    ],
    security: [],
    paths: {
      "/leak": {
        get: {
          operationId: "getLeak",
          summary: "Get leak",
          description,
          "x-amazon-key": extension,
          parameters: [
            {
              name: "key",
              in: "query",
              schema: { type: "string", default: initial, examples: [example] },
            },
          ],
          responses: {
            "200": { description: "Done.", content: { "application/json": { example: answer } } },
          },
        },
      },
    },
  };
}
