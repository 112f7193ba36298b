import { expect, test } from "vitest";
import { createProject, openModel } from "../../../test/client-project.ts";
import { hostileTexts } from "../../../test/hostile-texts.ts";
import { completeDocument, emitFiles, emitHandlers } from "../../../test/server-files.ts";

test("texts of the document that look like code stay texts", async () => {
  const paths = Object.fromEntries(
    hostileTexts.map((text, index) => [`/p${index}`, hostileOperation(text)]),
  );
  const schemes = Object.fromEntries(
    hostileTexts.map((text) => [
      text,
      { type: "apiKey", in: "query", name: text || "x", description: text },
    ]),
  );
  const model = openModel(
    completeDocument({
      info: { title: "*/ throw 1 /*", version: "1" },
      paths,
      webhooks: Object.fromEntries(
        hostileTexts.map((text) => [text, hostileOperation(text, `${text} webhook`)]),
      ),
      components: { securitySchemes: schemes },
    }),
  );
  const project = createProject([...emitFiles(model), ...emitHandlers(model)]);
  const consumer = `
import { handlers } from "./handlers/index.ts";
import { createRouter, createWebhookReceiver } from "./server/index.js";
const security = Object.fromEntries(${JSON.stringify(hostileTexts.map((text) => [text]))}.map(([name]) => [name, () => 1]));
const router = createRouter({ handlers, security: security as never });
const statuses = new Set<number>();
for (let index = 0; index < ${hostileTexts.length}; index++) {
  statuses.add((await router(new Request("http://localhost/p" + index))).status);
}
console.log(JSON.stringify([Object.keys(handlers).length, [...statuses], typeof createWebhookReceiver]));
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  expect(await project.run("consumer.ts", {})).toEqual([hostileTexts.length, [401], "function"]);
});

function hostileOperation(text: string, operationId = text): object {
  const schema = { enum: [text], default: text, description: text };
  return {
    get: {
      operationId,
      tags: [text],
      summary: text,
      description: text,
      security: [{ [text]: [text] }],
      parameters: [
        { name: text || "x", in: "query", description: text, schema },
        { name: `${text}-`, in: "cookie", schema: { type: "integer", default: 1 } },
      ],
      requestBody: {
        description: text,
        content: {
          [`application/${text}+json`]: {
            schema: { type: "object", properties: { [text]: schema } },
          },
        },
      },
      responses: {
        200: {
          description: text,
          headers: { [text]: { schema } },
          content: { [`text/${text}`]: {}, [text]: { schema } },
        },
      },
    },
  };
}
