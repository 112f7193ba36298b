import { expect, test } from "vitest";
import { connectRaw, listen } from "../../../../../test/support/raw-connection.ts";
import { createNodeServer } from "./create-node-server.ts";

const answerTimeout = 12_000;

test("an answer whose client stops reading is given up at its time, and not a fifth of it later", async () => {
  let givenUpAt = 0;
  const server = await listen(
    createNodeServer(
      (_, outgoing) => {
        outgoing.once("close", () => {
          givenUpAt = performance.now();
        });
        outgoing.end("x".repeat(50_000_000));
      },
      { answerTimeout },
    ),
  );
  const { socket } = connectRaw(server);
  let read = 0;
  let stoppedAt = 0;
  socket.on("data", (piece: Buffer) => {
    read += piece.byteLength;
    if (read > 5_000_000 && stoppedAt === 0) {
      socket.pause();
      stoppedAt = performance.now();
    }
  });
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => givenUpAt, { timeout: 4 * answerTimeout }).toBeGreaterThan(0);
  const waited = (givenUpAt - stoppedAt) / answerTimeout;
  expect(waited).toBeGreaterThanOrEqual(1);
  expect(waited).toBeLessThan(1.2);
}, 90_000);
