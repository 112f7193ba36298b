import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectToPort,
  parseLastBody,
  type RawConnection,
} from "../../../../test/support/raw-connection.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createUploadPlace } from "./support/upload-place.ts";

const mebibyte = 1024 * 1024;
const failures: unknown[] = [];

let world: World;
beforeAll(async () => {
  const onFailure = (error: unknown): void => void failures.push(error);
  const small = createUploadPlace({ bodyLimit: mebibyte, onFailure });
  world = await startWorld({
    places: [
      createUploadPlace({ atOnce: 2, onFailure }),
      { ...small, name: "testSmall", path: "/small/{name}" },
    ],
  });
});
afterAll(() => world.close());

const connect = (): RawConnection => connectToPort(Number(new URL(world.url).port));

function writeHead(path: string, key: string, ...fields: readonly string[]): string {
  const all = [`PUT ${path} HTTP/1.1`, "Host: a", `x-api-key: ${key}`, ...fields];
  return `${all.join("\r\n")}\r\n\r\n`;
}

function readLastSlug(text: string): string {
  const { error } = parseLastBody(text) as { error: { slug: string; request_id: string } };
  expect(error.request_id).toMatch(/^req_/);
  return error.slug;
}

async function put(path: string, body: Uint8Array<ArrayBuffer>, key = world.keys.project) {
  return await fetch(`${world.url}${path}`, {
    method: "PUT",
    body,
    headers: { "x-api-key": key },
  });
}

test("an upload reaches its handler piece by piece, and is counted and hashed", async () => {
  const body = new Uint8Array(7 * mebibyte).map((_, index) => index % 251);
  const response = await put("/uploads/a%20b", body);
  expect(response.status).toBe(200);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  const hash = (name: string): string => createHash(name).update(body).digest("hex");
  expect(await response.json()).toEqual({
    bytes: body.length,
    md5: hash("md5"),
    sha256: hash("sha256"),
    name: "a b",
  });
  const line = world.log.findLast((each) => each.includes('"operation":"testUpload"'));
  expect(line).toContain('"route":"/uploads/{name}"');
});

describe("before the first byte of the body", () => {
  test("a wrong key is 401, and the body is not asked for", async () => {
    const connection = connect();
    connection.send(
      writeHead("/uploads/x", "ak_wrong", "Expect: 100-continue", "Content-Length: 9"),
    );
    const received = await connection.closed();
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(readLastSlug(received)).toBe("Auth_KeyInvalid");
  });

  test("a length over 100 MiB is 413, and the body is not asked for", async () => {
    const connection = connect();
    const length = `Content-Length: ${100 * mebibyte + 1}`;
    connection.send(writeHead("/uploads/x", world.keys.project, "Expect: 100-continue", length));
    const received = await connection.closed();
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(readLastSlug(received)).toBe("Request_BodyTooLarge");
  });

  test("other methods are 405, browsers of other pages 403, and OPTIONS lists the methods", async () => {
    const url = `${world.url}/uploads/x`;
    const wrong = await fetch(url, { method: "POST", body: "x" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "PUT, OPTIONS"]);
    const options = await fetch(url, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "PUT, OPTIONS"]);
    const headers = { "x-api-key": world.keys.project, origin: "https://evil.example.com" };
    const foreign = await fetch(url, { method: "PUT", body: "x", headers });
    expect(foreign.status).toBe(403);
  });
});

test("a body without a length is 413 when it goes over the limit, and the connection is good for more", async () => {
  const connection = connect();
  const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const pieces = Array.from({ length: 20 }, () => piece);
  connection.send(
    writeHead("/small/x", world.keys.project, "Transfer-Encoding: chunked"),
    ...pieces,
  );
  connection.send("0\r\n\r\n");
  expect(await connection.received(/Request_BodyTooLarge/)).toMatch(/^HTTP\/1\.1 413 /);
  connection.send(`${writeHead("/small/x", world.keys.project, "Content-Length: 3")}abc`);
  await connection.received(/"bytes":3,/);
});

test("a project has two uploads at a time here; another project is not held up by them", async () => {
  const { project, other } = world.keys;
  const begun = [connect(), connect()];
  for (const connection of begun) {
    connection.send(writeHead("/uploads/x", project, "Expect: 100-continue", "Content-Length: 2"));
    await connection.received(/100 Continue/);
  }
  const third = await put("/uploads/x", new Uint8Array(2));
  expect([third.status, third.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await third.text()).toContain("already has 2 open requests of this kind (testUpload)");
  expect((await put("/uploads/x", new Uint8Array(2), other)).status).toBe(200);
  begun[0]?.send("ab");
  await begun[0]?.received(/"bytes":2,/);
  // The client of the other upload leaves in the middle, which also frees its slot.
  const before = failures.length;
  begun[1]?.socket.destroy();
  await expect.poll(() => failures.length).toBe(before + 1);
  await expect
    .poll(async () => {
      const both = await Promise.all([
        put("/uploads/x", new Uint8Array(2)),
        put("/uploads/x", new Uint8Array(2)),
      ]);
      return both.map(({ status }) => status);
    })
    .toEqual([200, 200]);
  expect(world.log.some((line) => line.includes('"status":499'))).toBe(true);
  expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("an ordinary server answers 404 at the addresses of places", async () => {
  const usual = await startWorld();
  for (const [method, path] of [
    ["PUT", "/uploads/x"],
    ["POST", "/test/mcp/x"],
    ["GET", "/test/mcp/x"],
  ]) {
    const headers = { "x-api-key": usual.keys.project };
    const response = await fetch(`${usual.url}${path}`, { method: method ?? "", headers });
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain("Request_PathUnknown");
  }
  await usual.close();
  for (const program of ["src/process/cli/serve-until-signal.ts", "src/process/cli/main.ts"]) {
    const text = readFileSync(new URL(`../../${program}`, import.meta.url), "utf8");
    expect(text).not.toMatch(/places|Place\b/);
  }
});
