import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEgress, type Egress } from "../../../base/egress/create-egress.ts";
import { EgressError } from "../../../base/egress/egress-error.ts";
import { PlatformError } from "../../../base/errors.ts";
import { describeCause, reportNoAnswer } from "./no-answer.ts";
import { sendRequest } from "./send-request.ts";

/** Breaks every connection off. */
let server: Server;
let egress: Egress;

beforeAll(async () => {
  server = createServer((socket) => socket.resetAndDestroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  egress = createEgress({
    allow: ["127.0.0.1"],
    resolve: async (host) => {
      if (host === "inside.example") {
        return ["10.0.0.7"];
      }
      throw new Error("ENOTFOUND");
    },
  });
});
afterAll(async () => {
  await egress.close();
  server.close();
});

function readPort(listening: Server): number {
  const address = listening.address();
  if (address === null || typeof address === "string") {
    throw new Error("no port");
  }
  return address.port;
}

/** Sends a request to an address and returns the error. */
async function catchFailure(url: string): Promise<PlatformError> {
  const request = { url, method: "POST", headers: new Headers(), body: "{}" };
  const rules = { isSafe: false, mayFollow: () => false };
  const error: unknown = await sendRequest(request, rules, { egress, timeout: 60_000 }).catch(
    (thrown: unknown) => thrown,
  );
  if (error instanceof EgressError) {
    return reportNoAnswer(error);
  }
  if (error instanceof PlatformError) {
    return error;
  }
  throw error;
}

test("the answer says whether a connection was refused, or reset", async () => {
  // Nothing listens there. A port that was free a moment ago may be another test's by now.
  const refused = await catchFailure("http://127.0.0.1:2/");
  expect([refused.slug, refused.errors]).toEqual([
    "ToolExecution_NoAnswer",
    ["application: its server refused the connection"],
  ]);
  expect(describeCause(refused)).toEqual({ reason: "connect-failed", code: "ECONNREFUSED" });
  const reset = await catchFailure(`http://127.0.0.1:${readPort(server)}/`);
  expect(reset.errors?.join()).toMatch(/^application: (its server reset|it broke) the connection/);
});

test("it says when no secure connection could be made", async () => {
  const plain = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const error = await catchFailure(`https://127.0.0.1:${readPort(plain)}/`);
  plain.close();
  expect(error.errors).toEqual([expect.stringContaining("no secure connection")]);
  expect(describeCause(error).reason).toBe("tls-failed");
});

test("a name inside reads as one that does not exist, and the log of the process distinguishes them", async () => {
  const unknown = await catchFailure("https://unknown.example/");
  const inside = await catchFailure("https://inside.example/");
  expect(unknown.errors).toEqual([
    "application: its server was not found, or its address is not allowed",
  ]);
  expect(inside.errors).toEqual(unknown.errors);
  expect([describeCause(unknown).reason, describeCause(inside).reason]).toEqual([
    "host-not-found",
    "address-not-allowed",
  ]);
  expect(describeCause(inside).fix).toContain("PLATFORM_EGRESS_ALLOW");
  expect(describeCause(unknown).fix).toBeUndefined();
});

test("it names the host whose name servers are silent or fail, and how long was waited", () => {
  const lookup = { host: "api.example.com", limitMs: 5_000 };
  const late = reportNoAnswer(new EgressError("host-lookup-timeout", undefined, lookup));
  expect([late.slug, late.errors]).toEqual([
    "ToolExecution_NoAnswer",
    ["application: its host api.example.com was not resolved within 5 seconds"],
  ]);
  const failed = reportNoAnswer(new EgressError("host-lookup-failed", undefined, lookup));
  expect(failed.errors).toEqual([
    "application: the name servers failed for its host api.example.com",
  ]);
});

test("no line contains the text of an underlying error", () => {
  const cause = Object.assign(new Error("db.internal 10.0.0.7"), { code: "EHOSTUNREACH" });
  const error = reportNoAnswer(new EgressError("connect-failed", cause));
  expect(error.errors).toEqual(["application: its server cannot be reached"]);
  expect(describeCause(error)).toEqual({ reason: "connect-failed", code: "EHOSTUNREACH" });
});
