import { afterAll, beforeAll, expect, test } from "vitest";
import { patience } from "../../../../test/support/patience.ts";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { startWorld, type World } from "../e2e/world.ts";
import {
  type BrokenMessage,
  breakMessages,
  breakStatelessMessages,
} from "./support/broken-messages.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";

/** Milliseconds. The promise is two seconds. In `npm test` the limit only shows that a message is answered at all. */
const longest = chooseAmount(patience.timeout, 2_000);

let world: World;
let endpoints: readonly string[];
beforeAll(async () => {
  world = await startWorld();
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "mia" },
  });
  endpoints = [
    `${world.url}/tool_router/${session_id}/mcp`,
    await createSignedEndpoint(world, ["hackernews"]),
  ];
});
afterAll(() => world.close());

interface Answered {
  readonly id?: unknown;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string; readonly slug?: string };
}

async function describeAnswer(url: string, { text, headers }: BrokenMessage): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream;q=0.5",
      ...headers,
    },
    body: text,
    signal: AbortSignal.timeout(longest),
  });
  const body = await response.text();
  const { id, result, error }: Answered = body === "" ? {} : JSON.parse(body);
  if (error?.slug === undefined && id !== undefined && id === JSON.parse(text).id) {
    const words = result === undefined ? String(error?.code) : "result";
    return response.status === 200 ? words : `${response.status} ${words}`;
  }
  return `${response.status} ${error?.slug ?? (body === "" ? "empty" : body)}`;
}

test("every message of the protocol with a broken member is answered", async () => {
  const all = [...breakMessages(), ...breakStatelessMessages()];
  const every = chooseAmount(17, 1);
  const chosen = all.flatMap((message) => endpoints.map((url) => ({ message, url })));
  const waiting = chosen.filter((_, index) => index % every === 0).values();
  const answers = new Map<string, number>();
  const unexpected: string[] = [];
  const send = async (): Promise<void> => {
    for (const { message, url } of waiting) {
      const answer = await describeAnswer(url, message).catch((error: Error) => error.name);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      const isOther =
        answer !== "400 Validation_Failed" &&
        ("id" in JSON.parse(message.text)
          ? !/^(?:result|-32600|-32601|-32602|400 -326(?:00|02)|400 -3202[012]|404 -32601)$/.test(
              answer,
            )
          : answer !== "202 empty");
      if (isOther) {
        unexpected.push(`${message.title}: ${answer}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, send));
  console.log(`  ${all.length} messages: ${JSON.stringify(Object.fromEntries(answers))}`);
  expect(unexpected).toEqual([]);
}, 600_000);

test.each([
  ['"method":"ping","extra":1', -32600, "message.extra: not allowed"],
  ['"method":"ping","__proto__":1', -32600, "message.__proto__: not allowed"],
  ['"method":"ping","result":{}', -32600, "message.result: not allowed"],
  ['"method":"ping","params":{"_meta":"x"}', -32602, "message.params._meta: expected object"],
  [
    '"method":"ping","params":{"_meta":{"progressToken":null}}',
    -32602,
    "message.params._meta.progressToken: expected string or number",
  ],
  ['"method":"tools/call","params":{"arguments":{}}', -32602, "message.params.name: required"],
  ['"method":"initialize"', -32602, "message.params: required"],
  ['"method":"resources/list","params":{"_meta":"x"}', -32601, "no method resources/list"],
])("%s is refused with %s and the name of its member", async (members, code, words) => {
  for (const url of endpoints) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: `{"jsonrpc":"2.0","id":"a",${members}}`,
      signal: AbortSignal.timeout(longest),
    });
    const answer: unknown = await response.json();
    const message = expect.stringContaining(words);
    expect(answer).toEqual({ jsonrpc: "2.0", id: "a", error: { code, message } });
  }
});

test("an id that JSON parsers round is refused", async () => {
  const [url = ""] = endpoints;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    signal: AbortSignal.timeout(longest),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { errors: ["body.id: must be at most 9007199254740991"] },
  });
});

test("a request for a task gets the result itself", async () => {
  for (const url of endpoints) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"task":{"ttl":60000}}}',
    });
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  }
});
