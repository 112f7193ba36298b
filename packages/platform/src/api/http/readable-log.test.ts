import type { pino } from "pino";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { createReadableLog } from "./readable-log.ts";

/** The text that a log for people has. */
function record(use: (log: pino.Logger) => void, hasColours = false): string {
  let written = "";
  const add = (text: string): void => {
    written += text;
  };
  use(createLog("info", createReadableLog(add, hasColours)));
  return written;
}

test("a line for people has its time, level, text and members, and an error its stack below", () => {
  expect(record((log) => log.info({ port: 3000, roles: { api: true } }, "started"))).toMatch(
    /^\d\d:\d\d:\d\d INFO {2}started port=3000 roles=\{"api":true\}\n$/,
  );
  expect(
    record((log) => log.error({ err: { code: 7, stack: "Error: no\n at a" } }, "failed")),
  ).toMatch(/^\S+ ERROR failed code=7\nError: no\n at a\n$/);
  expect(record((log) => log.warn({ text: "two words\n" }, "event"))).toContain(
    'event text="two words\\n"\n',
  );
  expect(record((log) => log.warn("event"), true)).toContain("\u001b[");
});

test("without a terminal, the log is one JSON object a line", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  log.info({ port: 3000 }, "started");
  expect(JSON.parse(lines.join(""))).toMatchObject({ level: 30, port: 3000, msg: "started" });
});
