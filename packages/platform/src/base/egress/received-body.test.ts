import type { Dispatcher } from "undici";
import { expect, test } from "vitest";
import { ReceivedBody } from "./received-body.ts";

/** Notes what a body asks of its connection. */
function createController(): Dispatcher.DispatchController & { readonly asked: string[] } {
  const asked: string[] = [];
  let paused = false;
  return {
    asked,
    get paused() {
      return paused;
    },
    aborted: false,
    reason: null,
    pause: () => {
      paused = true;
      asked.push("pause");
    },
    resume: () => {
      paused = false;
      asked.push("resume");
    },
    abort: () => void asked.push("abort"),
  };
}

const piece = Buffer.alloc(40 * 1024);

test("the application waits while more than 64 KiB are not read, and every piece arrives", async () => {
  const controller = createController();
  const body = new ReceivedBody(controller);
  body.add(piece);
  expect(controller.asked).toEqual([]);
  body.add(piece);
  expect(controller.asked).toEqual(["pause"]);
  expect((await body.next()).value).toBe(piece);
  expect(controller.asked).toEqual(["pause", "resume"]);
  body.add(Buffer.from("end"));
  body.end();
  const rest: number[] = [];
  for await (const { byteLength } of body) {
    rest.push(byteLength);
  }
  expect(rest).toEqual([piece.byteLength, 3]);
});

test("an error is thrown after the pieces that arrived before it", async () => {
  const body = new ReceivedBody(createController());
  body.add(piece);
  body.end(new Error("broken"));
  expect((await body.next()).done).toBe(false);
  await expect(body.next()).rejects.toThrow("broken");
});

test("a reader that leaves gives up the connection, but not one whose body has ended", async () => {
  const left = createController();
  const body = new ReceivedBody(left);
  body.add(piece);
  for await (const _ of body) {
    break;
  }
  expect(left.asked).toEqual(["abort"]);
  const ended = createController();
  const whole = new ReceivedBody(ended);
  whole.add(piece);
  whole.end();
  await whole.return();
  expect(ended.asked).toEqual([]);
});
