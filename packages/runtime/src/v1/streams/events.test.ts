import { createParser } from "eventsource-parser";
import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";
import { streamText } from "../../../test/stream-bodies.ts";
import { encodeItems } from "./encode.ts";
import { type EventStreamState, parseEvents, type ServerSentEvent } from "./events.ts";
import { readChunks } from "./read-chunks.ts";

test("an event that a reader would not get as it is, is refused", async () => {
  const events = [
    { data: "a", event: "a\nb" },
    { data: "a", id: "a\rb" },
    { data: "a", id: "a\0" },
    { data: "a", retry: 1.5 },
    "text",
  ];
  for (const event of events) {
    await expect(new Response(encodeItems([event], "events")).text()).rejects.toThrow(TypeError);
  }
});

test("the last event id is that of the last whole event", async () => {
  const state: EventStreamState = { lastEventId: "", retry: undefined };
  const text = "id: 1\ndata: a\n\nid: 2\n\nretry: 5\nid: 3\ndata: cut off\n";
  for await (const _ of parseEvents(readChunks(streamText(text)), state)) {
    // Only the state is looked at.
  }
  expect(state).toEqual({ lastEventId: "2", retry: 5 });
});

test("events are those of eventsource-parser, for any text in any chunks", async () => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "\n\n") },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...["data", "data:", "data: ", "event:", "event: a", "id:", "id: 1", "id: \0", "retry: 10"],
        ...[
          "retry: x",
          ":",
          ": comment",
          "unknown: 1",
          "Data: a",
          " data: a",
          "data : a",
          "[DONE]",
        ],
      ),
    },
    { weight: 3, arbitrary: fc.constantFrom("a", " ", ":", "é", "\u2028", "\u{feff}", "{}") },
  );
  const text = fc.tuple(fc.constantFrom("", "\u{feff}"), fc.array(piece, { maxLength: 30 }));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 8 }), async ([start, pieces], length) => {
      const whole = start + pieces.join("");
      const expected: unknown[] = [];
      let lastEventId = "";
      let retry: number | undefined;
      const parser = createParser({
        onEvent: ({ data, event, id }) =>
          expected.push({ data, ...(event && { event }), ...(id !== undefined && { id }) }),
        onId: (id) => {
          lastEventId = id;
        },
        onRetry: (value) => {
          retry = value;
        },
      });
      parser.feed(whole);
      const state: EventStreamState = { lastEventId: "", retry: undefined };
      const events: ServerSentEvent[] = [];
      for await (const event of parseEvents(readChunks(streamText(whole, length)), state)) {
        // The other parser does not report with which event `retry` was sent.
        const { retry: _, ...rest } = event;
        events.push(rest);
      }
      expect(events).toEqual(expected);
      expect(state).toEqual({ lastEventId, retry });
    }),
    { numRuns: 2_000 },
  );
});
