/** A text in the largest record of a toolkit or a trigger type. */
export const largeText: string = "x".repeat(60_000);

/** A toolkit with 100 tools and 100 trigger types that are as large as they may be. */
export function writeLargeToolkit(): string {
  const description = "ä".repeat(2_000);
  const members = Array.from({ length: 30 }, (_, index) => [
    `member_${index}`,
    { type: "string", description: description.slice(0, 900) },
  ]);
  const schema = { type: "object", properties: Object.fromEntries(members) };
  const content = { "application/json": { schema } };
  const paths = Array.from({ length: 100 }, (_, index) => [
    `/a${index}`,
    {
      post: {
        operationId: `tool_${index}`,
        description,
        requestBody: { content },
        responses: { 200: { description: "Done.", content } },
      },
    },
  ]);
  const webhooks = Array.from({ length: 100 }, (_, index) => [
    `event_${index}`,
    {
      post: {
        "x-platform-trigger": {
          type: "webhook",
          slug: `LARGE_EVENT_${index}`,
          name: "Event",
          description: largeText,
          config: { type: "object", properties: { value: { type: "string" } } },
          payload: { type: "object", properties: {} },
          webhook: { when: [{ header: "X-Event", equals: String(index) }], data: {} },
        },
        responses: { 200: { description: "Done." } },
      },
    },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    "x-platform-toolkit": {
      webhooks: { signature: { scheme: "hmac", header: "X-Signature" } },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key", description: largeText },
      },
    },
    security: [{ key: [] }],
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries(webhooks),
  });
}

/** Names of operations that are as long as they may be. */
export const longNames: readonly string[] = Array.from(
  { length: 1_000 },
  (_, index) => `${"x".repeat(54)}_${1_000 + index}`,
);

/** A toolkit with a thousand tools. Their summaries are too long, so that its import has a note for each. */
export function writeManyTools(): string {
  const responses = { 200: { description: "Done." } };
  const paths = longNames.map((name) => [
    `/${name}`,
    { get: { operationId: name, summary: largeText.slice(0, 1_000), responses } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Many", version: "1" },
    servers: [{ url: "https://192.0.2.1" }],
    paths: Object.fromEntries(paths),
  });
}

/** The slug of a tool that takes a file. It is as long as it may be. */
export const fileTool: string = `LOUD_${longNames[0]?.toUpperCase()}`;

/** A toolkit whose tool gets an answer of a kind that `startLoudApplication` knows, and with `fileTool`. */
export function writeLoudToolkit(url: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Loud", version: "1" },
    servers: [{ url }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    security: [{ key: [] }],
    paths: {
      "/answers/{kind}": {
        get: {
          operationId: "get_answer",
          parameters: [{ name: "kind", in: "path", required: true, schema: { type: "string" } }],
          responses: { 200: { description: "Done." } },
        },
      },
      "/file": {
        put: {
          operationId: longNames[0],
          requestBody: { required: true, content: { "application/octet-stream": {} } },
          responses: { 200: { description: "Done." } },
        },
      },
    },
  });
}
