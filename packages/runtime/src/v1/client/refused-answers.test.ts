import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { type Answer, callAt, callWith, json } from "../../../test/answered-call.ts";
import { startServer } from "../../../test/http-server.ts";
import {
  type ClientOperation,
  eventStreamWith,
  isUnexpectedAnswerError,
  jsonLines,
  type UnexpectedAnswerError,
} from "../client.ts";

async function catchRefused(answer: Promise<unknown>): Promise<UnexpectedAnswerError> {
  const error: unknown = await answer.then(
    (value) => expect.fail(`no error, but ${JSON.stringify(value)}`),
    (caught) => caught,
  );
  if (!isUnexpectedAnswerError(error)) {
    throw error;
  }
  return error;
}

const events = { streams: { "text/event-stream": eventStreamWith() } };

const choice = { 200: ["application/json", "text/event-stream"] };

const html = "<!doctype html>\n<title>Sign in</title>";

describe("an undocumented success is refused", () => {
  test.each<[string, ClientOperation["answers"], Answer, string]>([
    [
      "JSON that does not parse",
      json,
      { type: "application/json", body: '{"slug":\n "a' },
      'invalid JSON instead of application/json: {"slug": "a',
    ],
    [
      "JSON that does not parse, where the document says nothing",
      undefined,
      { type: "application/json; charset=utf-8", body: "{" },
      "invalid JSON: {",
    ],
    [
      "an empty body",
      json,
      { type: "application/json" },
      "an empty body instead of application/json",
    ],
    ["no body", json, { status: 204 }, "an empty body instead of application/json"],
    [
      "a page of HTML",
      json,
      { type: "text/html", body: html },
      "text/html instead of application/json: <!doctype html> <title>Sign in</title>",
    ],
    [
      "a page of HTML where a PDF is documented",
      { 200: ["application/pdf"] },
      { type: "text/html", body: html },
      "text/html instead of application/pdf: <!doctype html> <title>Sign in</title>",
    ],
    [
      "a picture",
      json,
      { type: "image/png", body: "png" },
      "image/png instead of application/json: png",
    ],
    [
      "another status with another media type",
      { "2XX": ["application/json", "application/problem+json"] },
      { status: 202, type: "text/plain", body: "Accepted" },
      "text/plain instead of application/json or application/problem+json: Accepted",
    ],
  ])("%s", async (_, answers, answer, message) => {
    const error = await catchRefused(callWith(answers, answer));
    const status = answer.status ?? 200;
    expect(error).toMatchObject({
      name: "UnexpectedAnswerError",
      operation: "getTool",
      status,
      message: `getTool was answered with ${status} and ${message}`,
    });
    expect(error.response.status).toBe(status);
    expect(error.headers).toBe(error.response.headers);
    expect(message).toContain(error.excerpt);
  });

  test("its cause is the SyntaxError of JSON that does not parse", async () => {
    const error = await catchRefused(callWith(json, { type: "application/json", body: "{" }));
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  test("the excerpt has at most 200 characters", async () => {
    const error = await catchRefused(
      callWith(json, { type: "text/plain", body: "word ".repeat(1_000) }),
    );
    expect(error.excerpt).toHaveLength(200);
  });

  test("a stream in the place of JSON is cancelled, and the message says how to get it", async () => {
    let isClosed = false;
    const { baseUrl } = await startServer((_, response) =>
      openStream(response, () => (isClosed = true)),
    );
    const error = await catchRefused(callAt(baseUrl, choice, events));
    expect(error.message).toBe(
      'getTool was answered with 200 and text/event-stream instead of application/json (pass `accept: "text/event-stream"` to read it)',
    );
    await expect.poll(() => isClosed).toBe(true);
  });

  test("text in the place of JSON: the message says how to get it", async () => {
    const answers = { 200: ["application/json", "text/csv"] };
    const error = await catchRefused(
      callWith(answers, { type: "text/csv; header=absent", body: "a,b" }),
    );
    expect(error.message).toBe(
      'getTool was answered with 200 and text/csv instead of application/json (pass `accept: "text/csv"` to read it): a,b',
    );
  });

  test("a stream is refused also where the document has none", async () => {
    const { baseUrl } = await startServer((_, response) => openStream(response, () => undefined));
    const error = await catchRefused(callAt(baseUrl, json));
    expect(error.message).toContain("text/event-stream instead of application/json");
  });

  test.each([
    ["the only documented answer", { 200: ["text/event-stream"] }, undefined],
    ["asked for", choice, "text/event-stream"],
  ])("JSON where a stream is %s", async (_, answers, accept) => {
    const answer = { type: "application/json", body: '{"error":"no stream"}' };
    const error = await catchRefused(
      callWith(answers, answer, { ...events, ...(accept !== undefined && { accept }) }),
    );
    expect(error.message).toBe(
      'getTool was answered with 200 and application/json instead of text/event-stream: {"error":"no stream"}',
    );
  });

  test("one stream in the place of another", async () => {
    const streams = { ...events.streams, "application/jsonl": jsonLines };
    const answers = { 200: ["text/event-stream", "application/jsonl"] };
    const answer = { type: "application/jsonl", body: "1\n" };
    const error = await catchRefused(
      callWith(answers, answer, { streams, accept: "text/event-stream" }),
    );
    expect(error.message).toContain("application/jsonl instead of text/event-stream");
  });
});

function openStream(response: ServerResponse, onClose: () => void): void {
  response.on("close", onClose);
  response.writeHead(200, { "content-type": "text/event-stream" }).write("data: {}\n\n");
}
