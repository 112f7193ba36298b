import { createParser } from "eventsource-parser";
import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";
import { streamText } from "../../../test/stream-bodies.ts";
import { encodeItems, type StreamFormat } from "./encode.ts";
import { parseEvents } from "./events.ts";
import { parseJsonLines, parseJsonSequence } from "./json-texts.ts";
import { readChunks } from "./read-chunks.ts";

const parsers = {
  events: parseEvents,
  "json-lines": parseJsonLines,
  "json-sequence": parseJsonSequence,
};

async function parse(format: StreamFormat, text: string, length?: number): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of parsers[format](readChunks(streamText(text, length)))) {
    items.push(item);
  }
  return items;
}

test.each([
  ["data: a\n\n", [{ data: "a" }]],
  ["\u{feff}data: a\r\n\r\ndata:b\r\rdata:  c\n\n", [{ data: "a" }, { data: "b" }, { data: " c" }]],
  ["data\n\ndata\ndata\n\n", [{ data: "" }, { data: "\n" }]],
  [
    "event: x\nid: 1\nretry: 10\ndata: é\ndata: b\n\n",
    [{ event: "x", id: "1", retry: 10, data: "é\nb" }],
  ],
  [":comment\nunknown: 1\n\nevent: none\n\ndata: a\n\n", [{ data: "a" }]],
  ["data: whole\n\ndata: cut off\n", [{ data: "whole" }]],
  ["data: whole\n\ndata: cut off", [{ data: "whole" }]],
  ["event: a\nevent:\ndata: a\n\n", [{ data: "a" }]],
  ["data: a\r\n\rdata: b\n\r\n", [{ data: "a" }, { data: "b" }]],
  ["retry: 1x\nid: a\0b\ndata: a\n\n", [{ data: "a" }]],
  ["data: 1\n\n\n\ndata: 2\n\n", [{ data: "1" }, { data: "2" }]],
])("events of %j", async (text, events) => {
  for (const length of [1, 2, 3, 1000]) {
    expect(await parse("events", text, length)).toEqual(events);
  }
});

test("lines of JSON: empty ones are skipped, the last one needs no end, others throw", async () => {
  expect(await parse("json-lines", '{"a":1}\r\n\n"é"\n3')).toEqual([{ a: 1 }, "é", 3]);
  await expect(parse("json-lines", "1\nx\n")).rejects.toThrow(SyntaxError);
});

test("a JSON text sequence: a truncated item is skipped", async () => {
  const text = '\x1e{"a":1}\n\x1e{"cut\x1e[2]\n\x1e12\x1etrue\n\x1enull';
  expect(await parse("json-sequence", text)).toEqual([{ a: 1 }, [2], true]);
});

/**
 * Parses the same events with the package eventsource-parser. It reports `retry` before the event and not as part of
 * it.
 */
function readByOthers(text: string): unknown[] {
  const events: unknown[] = [];
  let retry: number | undefined;
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      const fields = { event, id, retry };
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      events.push({ data, ...Object.fromEntries(given) });
      retry = undefined;
    },
    onRetry: (value) => {
      retry = value;
    },
  });
  parser.feed(text);
  return events;
}

test.each(["events", "json-lines", "json-sequence"] as const)(
  "%s: everything that is written can be read",
  async (format) => {
    const item =
      format === "events"
        ? fc.record(
            {
              data: fc.string({ unit: "grapheme" }).map((text) => text.replace(/\r\n?/g, "\n")),
              event: fc.string({ minLength: 1 }).map((text) => text.replace(/[\r\n]/g, "x")),
              id: fc.string().map((text) => text.replace(/[\r\n\0]/g, "")),
              retry: fc.nat(),
            },
            { requiredKeys: ["data"] },
          )
        : fc.jsonValue({ maxDepth: 2 }).filter((value) => !Object.is(value, -0));
    await fc.assert(
      fc.asyncProperty(fc.array(item), fc.integer({ min: 1, max: 20 }), async (items, length) => {
        const text = await new Response(encodeItems(items, format)).text();
        const expected = JSON.parse(JSON.stringify(items));
        expect(await parse(format, text, length)).toEqual(expected);
        if (format === "events") {
          expect(readByOthers(text)).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  },
);

const encoder = new TextEncoder();

test.each([
  ["events", parseEvents, ["data: 1\n\n", "data: 2\r\n\r\n", "data: 3\r\r"]],
  ["json-lines", parseJsonLines, ["1\n", "2\r\n", "\n3\n"]],
  ["json-sequence", parseJsonSequence, ["\x1e1\n", '\x1e{\n"a":1\n}\n', "\x1e3\n"]],
] as const)(
  "%s: an item is given before more of the stream is asked for",
  async (_, parse, texts) => {
    let sent = 0;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (const text of texts) {
        sent += 1;
        yield encoder.encode(text);
      }
    }
    const seen: number[] = [];
    for await (const _item of parse(chunks())) {
      seen.push(sent);
    }
    expect(seen).toEqual([1, 2, 3]);
  },
);

test("an item is asked for when it is wanted, and the source is reported when nobody wants more", async () => {
  const seen: string[] = [];
  async function* source(): AsyncGenerator<number> {
    try {
      for (let count = 1; ; count++) {
        seen.push(`made ${count}`);
        yield count;
      }
    } finally {
      seen.push("ended");
    }
  }
  const reader = encodeItems(source(), "json-lines").getReader();
  await reader.read();
  await reader.read();
  // A longer pause would only make it likelier that a mistake is seen.
  await new Promise((resolve) => setTimeout(resolve, 20));
  // A stream keeps one item ready.
  expect(seen.length).toBeLessThanOrEqual(3);
  await reader.cancel();
  expect(seen.at(-1)).toBe("ended");
});

test("leaving the loop and aborting cancel the body", async () => {
  let cancelled = 0;
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("1\n")),
      cancel: () => {
        cancelled += 1;
      },
    });
  for await (const item of parseJsonLines(readChunks(endless()))) {
    expect(item).toBe(1);
    break;
  }
  expect(cancelled).toBe(1);
  const abort = new AbortController();
  await expect(async () => {
    for await (const _ of parseJsonLines(readChunks(endless(), abort.signal))) {
      abort.abort(new Error("enough"));
    }
  }).rejects.toThrow("enough");
  expect(cancelled).toBe(2);
});
