import type { Answer, Call } from "@specwright/runtime/v1/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RequestContext } from "../handlers/handler.ts";
import { createDeadlines } from "./deadlines.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const deadlineMs = 10_000;
const answered: Answer = { status: 200, headers: {}, body: null };
const late: Answer = { status: 503, headers: {}, body: null };

/** A request whose body arrives, and which is answered when the test says so. */
function begin() {
  const body: { bytes: number | undefined; isGivenUp: boolean } = { bytes: 0, isGivenUp: false };
  const context = {
    countArriving: () => body.bytes,
    giveUp: () => {
      body.isGivenUp = true;
    },
  };
  // The deadlines use only these members.
  const call = { context } as unknown as Call<RequestContext>;
  const { promise, resolve: answer } = Promise.withResolvers<Answer>();
  const route = { name: "upload", deadlineMs };
  const shown = createDeadlines().wait(
    call,
    route,
    () => promise,
    () => late,
  );
  return { body, answer: () => answer(answered), shown };
}

test("a body that is arriving puts off the deadline, and the answer has all of it again", async () => {
  const { body, answer, shown } = begin();
  for (let bytes = 1; bytes <= 10; bytes += 1) {
    body.bytes = bytes;
    vi.advanceTimersByTime(0.8 * deadlineMs);
  }
  // The body has arrived.
  body.bytes = undefined;
  vi.advanceTimersByTime(0.8 * deadlineMs);
  expect(body.isGivenUp).toBe(false);
  answer();
  expect(await shown).toBe(answered);
});

test("a body that arrives no further is given up at its deadline", async () => {
  const { body, answer, shown } = begin();
  body.bytes = 1;
  vi.advanceTimersByTime(0.8 * deadlineMs);
  expect(body.isGivenUp).toBe(false);
  vi.advanceTimersByTime(0.8 * deadlineMs);
  expect(body.isGivenUp).toBe(true);
  answer();
  expect(await shown).toBe(late);
});
