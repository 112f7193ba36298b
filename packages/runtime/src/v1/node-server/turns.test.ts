import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { connectRaw } from "../../../../../test/support/raw-connection.ts";
import { createHeld, start } from "../../../test/node-server.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

const echo: RequestListener = ({ url }, outgoing) => void outgoing.end(`<${url}>`);

describe("turns", () => {
  test("of pipelined requests one is answered at a time, in their order", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(await start(listener));
    connection.send(get("/1") + get("/2"), get("/3"));
    for (const url of ["/1", "/2", "/3"]) {
      await expect.poll(() => held.at(-1)?.incoming.url).toBe(url);
      held.at(-1)?.outgoing.end(`<${url}>`);
      await connection.received(new RegExp(`<${url}>`));
    }
    expect(held).toHaveLength(3);
  });

  test("requests of other connections come between pipelined ones", async () => {
    let paths: string[] = [];
    const server = await start(({ url = "" }, outgoing) => {
      paths.push(url);
      if (url.endsWith("-0")) {
        other.send(get("/other"));
      }
      outgoing.end(`<${url}>`);
    });
    const other = connectRaw(server);
    other.send(get("/first"));
    await other.received(/<\/first>/);
    const connection = connectRaw(server);
    // The system may deliver the other request late, after all of a round, so one of many rounds is enough. Without turns
    // it would be the last one in every round.
    let isBetween = false;
    for (let round = 0; round < 1000 && !isBetween; round += 1) {
      paths = [];
      const urls = Array.from({ length: 50 }, (_, index) => `/${round}-${index}`);
      connection.send(urls.map(get).join(""));
      await connection.received(new RegExp(`<${urls.at(-1)}>`));
      await expect.poll(() => paths).toContain("/other");
      isBetween = paths.at(-1) !== "/other";
    }
    expect(isBetween).toBe(true);
  });

  test("a request waits until the client has read the answer before it", async () => {
    const paths: string[] = [];
    const large = "x".repeat(20_000_000);
    const handleRequest: RequestListener = ({ url = "" }, outgoing) => {
      paths.push(url);
      outgoing.end(large);
    };
    const server = await start(handleRequest);
    const { socket } = connectRaw(server);
    socket.pause();
    socket.write(get("/1") + get("/2"));
    await expect.poll(() => paths).toEqual(["/1"]);
    // The exchange on another connection takes some time, in which the first connection could go wrong.
    const other = connectRaw(server);
    other.send("GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    await other.closed();
    expect(paths).toEqual(["/1", "/other"]);
    socket.resume();
    await expect.poll(() => paths).toEqual(["/1", "/other", "/2"]);
  });

  test("bodies of pipelined requests reach their own handlers", async () => {
    const server = await start(async (incoming, outgoing) => {
      let text = "";
      for await (const chunk of incoming) {
        text += String(chunk);
      }
      outgoing.end(`<${text.length}>`);
    });
    const connection = connectRaw(server);
    const post = (size: number): string =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${"b".repeat(size)}`;
    connection.send(post(10) + post(300_000) + post(0) + post(70_000) + get("/"));
    await connection.received(/<10>[\s\S]*<300000>[\s\S]*<0>[\s\S]*<70000>[\s\S]*<0>/);
  });

  test("a connection on which more requests wait than any client has a use for is closed", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(await start(listener));
    connection.send(get("/").repeat(500));
    expect(await connection.closed()).toBe("");
    expect(held).toHaveLength(1);
  });

  test("hundreds of pipelined requests are answered when the next ones follow the answers", async () => {
    const connection = connectRaw(await start(echo));
    for (let round = 1; round <= 20; round++) {
      connection.send(get(`/${round}`).repeat(49) + get(`/${round}/last`));
      const text = await connection.received(new RegExp(`</${round}/last>`));
      expect(text.split(`</${round}>`)).toHaveLength(50);
    }
  });

  test("nothing is served after a request that ends the connection", async () => {
    const paths: string[] = [];
    const server = await start(({ url = "" }, outgoing) => {
      paths.push(url);
      setImmediate(() => outgoing.end("done"));
    });
    const connection = connectRaw(server);
    connection.send(`GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n${get("/2")}`);
    await connection.closed();
    expect(paths).toEqual(["/1"]);
  });
});
