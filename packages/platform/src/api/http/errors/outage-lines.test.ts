import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { describeError } from "./describe-error.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startLog() {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const read = (): readonly string[] => lines.map((line) => JSON.parse(line).msg);
  return { log, lines, read };
}

const refused = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
const broken = () => new Error("Connection terminated unexpectedly");

test("an outage of the database is a line when it begins, one a minute, and one when it ends", () => {
  const { log, lines, read } = startLog();
  for (let second = 0; second < 150; second += 1) {
    log.error({ err: describeError(second % 2 === 0 ? refused() : broken()) }, "unexpected error");
    log.warn({ err: describeError(refused()) }, "heartbeat failed");
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(60_000);
  expect(read()).toEqual([
    expect.stringContaining("the database cannot be reached"),
    expect.stringContaining("the database still cannot be reached"),
    expect.stringContaining("the database still cannot be reached"),
    expect.stringContaining("its outage is over"),
  ]);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ failures: 300 });
  // The next outage is another one.
  log.error({ err: describeError(broken()) }, "unexpected error");
  expect(read().at(-1)).toContain("cannot be reached");
});

test("other errors stay lines of their own, also those of applications and file stores that refuse a connection", () => {
  const { log, read } = startLog();
  const egress = Object.assign(refused(), { name: "EgressError" });
  log.error({ err: describeError(refused()) }, "first");
  log.error({ err: describeError(new TypeError("x")) }, "a mistake");
  log.error({ err: describeError(egress) }, "an application");
  // The marks that the SDKs of the stores leave on every error.
  const ofS3 = Object.assign(refused(), { $metadata: { attempts: 3 } });
  const ofAzure = Object.assign(refused(), { name: "RestError" });
  log.error({ err: describeError(ofS3) }, "a bucket");
  log.error({ err: describeError(ofAzure) }, "a container");
  log.info({ err: describeError(refused()) }, "a caller left");
  expect(read().slice(1)).toEqual([
    "a mistake",
    "an application",
    "a bucket",
    "a container",
    "a caller left",
  ]);
});
