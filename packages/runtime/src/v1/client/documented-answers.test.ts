import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";
import {
  type ClientOperation,
  call,
  createTransport,
  eventStreamWith,
  jsonLines,
  readEncodedText,
} from "../client.ts";

const getTool: ClientOperation = { name: "getTool", method: "GET", path: "/tool" };

/** The value of each media type in a program, checked here without the code that is tested. */
const kinds: Readonly<Record<string, (value: unknown, sent: string) => boolean>> = {
  "application/json": (value, sent) => JSON.stringify(value) === JSON.stringify(parseText(sent)),
  "application/problem+json": (value, sent) =>
    JSON.stringify(value) === JSON.stringify(parseText(sent)),
  "text/csv": (value, sent) => value === sent,
  "application/xml": (value, sent) => value === sent,
  "application/octet-stream": (value) => value instanceof Blob,
  "image/png": (value) => value instanceof Blob,
  "text/event-stream": isGenerator,
  "application/jsonl": isGenerator,
};

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isGenerator(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

test("for every documented answer, a value has its declared type or the call is refused", async () => {
  const types = Object.keys(kinds);
  const list = fc.uniqueArray(fc.constantFrom(...types), { maxLength: 3 });
  const sent = fc.record({
    status: fc.constantFrom(200, 201, 202, 204),
    type: fc.constantFrom(undefined, "text/html", "text/plain; charset=utf-8", "x/y", ...types),
    body: fc.constantFrom("", " ", "{}", "[1]", "{", "data: 1\n\n", "<html>", "a,b"),
  });
  const answers: fc.Arbitrary<Readonly<Record<string, readonly string[]>>> = fc.oneof(
    fc.record({ "200": list }),
    fc.record({ "200": list, "2XX": list }),
    fc.record({ "200": list, "204": fc.constant([]) }),
  );
  let returned = 0;
  await fc.assert(
    fc.asyncProperty(
      answers,
      fc.option(fc.constantFrom(...types)),
      sent,
      async (documented, accept, answer) => {
        const { status, type, body } = answer;
        const operation: ClientOperation = {
          ...getTool,
          answers: documented,
          streams: { "text/event-stream": eventStreamWith(), "application/jsonl": jsonLines },
        };
        const headers = type === undefined ? {} : { "content-type": type };
        const transport = createTransport({
          baseUrl: "http://tools.example.com",
          fetch: async () =>
            new Response(status === 204 ? null : new TextEncoder().encode(body), {
              status,
              headers,
            }),
        });
        const options = accept === null ? {} : { accept };
        const outcome = await call(transport, operation, {}, options).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if ("error" in outcome) {
          expect(outcome.error).toMatchObject({ name: "UnexpectedAnswerError", status });
          return;
        }
        returned += 1;
        const own = documented[status] ?? documented["2XX"];
        const all = own ?? Object.values(documented).flat();
        const isEmpty = own === undefined ? documented[204] !== undefined : own.length === 0;
        const asked = all.filter((each) => each === accept);
        const json = all.filter((each) => each.endsWith("json"));
        const typed = asked.length > 0 ? asked : json.length > 0 ? json : all;
        const { value } = outcome;
        const text = status === 204 ? "" : body;
        const isTrue =
          (value === undefined && (isEmpty || all.length === 0)) ||
          typed.some((each) => kinds[each]?.(value, text));
        expect({ isTrue, value }).toEqual({ isTrue: true, value });
      },
    ),
    { numRuns: 3_000 },
  );
  expect(returned).toBeGreaterThan(500);
});

test.each([
  ["text/plain; charset=ISO-8859-1", "caf\u00e9"],
  ['text/csv;charset="windows-1252"', "caf\u00e9"],
  ["application/xml; version=1; Charset=latin1", "caf\u00e9"],
  ["text/plain; charset=unknown", "caf\ufffd"],
  ["text/plain", "caf\ufffd"],
])("the text of %s is decoded by its charset", async (type, text) => {
  const bytes = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
  const transport = createTransport({
    baseUrl: "https://api.example.com",
    fetch: async () => new Response(bytes, { headers: { "content-type": type } }),
  });
  expect(await call(transport, { ...getTool, readText: readEncodedText })).toBe(text);
});
