import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../test/client-project.ts";

/** A document with one operation that returns JSON or events, as OpenAI's and many others do. */
function chatDocument(mediaType: object = {}): object {
  const string = { type: "string" };
  const choice = (name: string): object => ({
    type: "object",
    required: [name],
    properties: { [name]: { type: "object", properties: { content: string } } },
  });
  const completion = (name: string): object => ({
    type: "object",
    required: ["choices"],
    properties: { choices: { type: "array", items: choice(name) } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Chat", version: "1" },
    paths: {
      "/chat/completions": {
        post: {
          operationId: "createChatCompletion",
          tags: ["chat"],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["model"],
                  properties: { model: string, stream: { type: "boolean" } },
                },
              },
            },
          },
          responses: {
            200: {
              description: "",
              content: {
                "application/json": { schema: { $ref: "#/components/schemas/Completion" } },
                "text/event-stream": {
                  schema: { $ref: "#/components/schemas/Chunk" },
                  ...mediaType,
                },
              },
            },
          },
        },
      },
    },
    components: { schemas: { Completion: completion("message"), Chunk: completion("delta") } },
  };
}

/** Sends these texts one after the other, each in its own chunk. */
async function startStream(texts: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => answer(response, JSON.parse(body).stream === true, texts));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this type.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(
  response: ServerResponse,
  isStream: boolean,
  texts: readonly string[],
): Promise<void> {
  if (!isStream) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { content: "whole" } }] }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const text of texts) {
    await new Promise<void>((done) => response.write(text, () => done()));
  }
  // The connection stays open, so the reader has to end at the terminator.
}

const program = `
import { createChatCompletion, createTransport, isUnexpectedAnswerError } from "./client/index.js";

const transport = createTransport({ baseUrl: process.env.BASE_URL ?? "", retries: 0 });
const whole = await createChatCompletion(transport, { body: { model: "m" } });
const texts: (string | undefined)[] = [whole.choices[0]?.message.content];
const stream = await createChatCompletion(
  transport,
  { body: { model: "m", stream: true } },
  { accept: "text/event-stream" },
);
for await (const { data } of stream) {
  for (const { delta } of data.choices) texts.push(delta.content);
}
const failure = await createChatCompletion(transport, { body: { model: "m", stream: true } }).catch(
  (error: unknown) => (isUnexpectedAnswerError(error) ? error.message : String(error)),
);
console.log(JSON.stringify({ texts, failure }));
process.exit();
`;

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

test("a program that streams a chat completion compiles, and ends at [DONE]", async () => {
  const project = createProject(emitFiles(openModel(chatDocument())));
  expect(await project.compile({ "program.ts": program })).toBe("");
  const whole = chunk("lo");
  const texts = [": connected\n\n", chunk("Hel"), whole.slice(0, 20), whole.slice(20), "data:\n\n"];
  const BASE_URL = await startStream([...texts, "event: end\ndata: [DONE]\n\n", chunk("never")]);
  expect(await project.run("program.ts", { BASE_URL })).toEqual({
    texts: ["whole", "Hel", "lo"],
    failure:
      'createChatCompletion was answered with 200 and text/event-stream instead of application/json (pass `accept: "text/event-stream"` to read it)',
  });
});

test.each([
  [{}, "eventStreamWith()"],
  [{ "x-stream-terminator": "[END]" }, 'eventStreamWith(undefined, "[END]")'],
  [{ schema: { type: "string" } }, "eventStream }"],
  [
    { schema: { type: "string" }, "x-stream-terminator": "[DONE]" },
    'eventStreamWith([], "[DONE]")',
  ],
  [{ schema: { properties: { data: { enum: ["on", "off"] } } } }, 'eventStreamWith([], "[DONE]")'],
  [
    {
      schema: {
        oneOf: [
          { properties: { event: { const: "a" }, data: { type: "object" } } },
          { properties: { event: { const: "b" }, data: { const: "[DONE]" } } },
        ],
      },
      "x-stream-terminator": '"\n',
    },
    'eventStreamWith(["a"], "\\"\\n")',
  ],
])("the reader of %j is %s", (mediaType, source) => {
  const files = emitFiles(openModel(chatDocument(mediaType)));
  const code = files.find(({ path }) => path === "client/chat.js")?.content;
  expect(code).toContain(`answers: { 200: ["application/json", "text/event-stream"] },`);
  expect(code).toContain(source);
});
