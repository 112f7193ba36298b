import { expect, test } from "vitest";
import { createProject, openModel } from "../../../test/client-project.ts";
import { ask, completeDocument, emitFiles } from "../../../test/server-files.ts";

test("handlers that ask for it are given the bytes of a body, beside the validated value", async () => {
  const responses = { 200: { description: "", content: { "application/json": {} } } };
  const schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const required = true;
  const project = createProject(
    emitFiles(
      openModel(
        completeDocument({
          paths: {
            "/json": {
              post: {
                operationId: "json",
                "x-raw-body": true,
                requestBody: { required, content: { "application/json": { schema } } },
                responses,
              },
            },
            "/any": {
              post: {
                operationId: "anything",
                "x-raw-body": true,
                requestBody: { content: { "application/json": { schema }, "*/*": {} } },
                responses,
              },
            },
            "/plain": {
              post: {
                operationId: "plain",
                requestBody: { required, content: { "application/json": { schema } } },
                responses,
              },
            },
          },
        }),
      ),
    ),
  );
  const consumer = `
import { createRouter, type Handlers } from "./server/index.js";
${ask}
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const handlers: Handlers<void> = {
  json: ({ body, rawBody }) => ({ status: 200, body: [body.id, text(rawBody)] }),
  anything: (input) => ({ status: 200, body: [input.mediaType ?? "none", text(input.rawBody)] }),
  plain: (input) => ({ status: 200, body: ["rawBody" in input && input.rawBody !== undefined, input.body.id] }),
};
const router = createRouter({ handlers });
const headers = { "content-type": "application/json" };
const body = '{ "id":"a", "more" : 1.0 }';
console.log(JSON.stringify([
  await ask(router, "POST /json", { headers, body }),
  await ask(router, "POST /json", { headers, body: '{ "id" : 1 }' }),
  await ask(router, "POST /any", { headers, body }),
  await ask(router, "POST /any", { headers: { "content-type": "image/png" }, body: "bytes" }),
  await ask(router, "POST /any"),
  await ask(router, "POST /plain", { headers, body }),
]));

export function refused(): void {
  createRouter({
    handlers: {
      ...handlers,
      // @ts-expect-error only operations that ask for it have it
      plain: ({ rawBody }) => ({ status: 200, body: rawBody }),
    },
  });
}
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  const body = '{ "id":"a", "more" : 1.0 }';
  expect(await project.run("consumer.ts", {})).toEqual([
    [200, ["a", body]],
    [400, expect.objectContaining({ errors: ["body.id: expected string"] })],
    [200, ["application/json", body]],
    [200, ["*/*", "bytes"]],
    [200, ["none", ""]],
    [200, [false, "a"]],
  ]);
});
