import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { download } from "./download.ts";
import { type FetchResourceOptions, fetchResource } from "./fetch-resource.ts";

/** Counts 127.0.0.9 as an address of the internet until the test ends. Others are judged as always. */
function pretendInternet(): void {
  const { check } = BlockList.prototype;
  const spy = vi.spyOn(BlockList.prototype, "check");
  spy.mockImplementation(function (this: BlockList, ...words: readonly unknown[]): boolean {
    return words[0] !== "127.0.0.9" && Reflect.apply(check, this, words);
  });
  onTestFinished(() => spy.mockRestore());
}

async function serve(listener: RequestListener, host = "127.0.0.1"): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address.
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

function fetchFrom(url: string, options: Partial<FetchResourceOptions> = {}) {
  return fetchResource(new URL(url), {
    headersFor: () => ({}),
    mayLeadTo: () => true,
    signal: new AbortController().signal,
    ...options,
  });
}

test("a host of the internet cannot lead to this machine, by an address or by a name", async () => {
  pretendInternet();
  let received = 0;
  const own = await serve((_, response) => {
    received += 1;
    response.end("secret");
  });
  const { port } = new URL(own);
  for (const host of ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]", "[::1]"]) {
    const location = `http://${host}:${port}/`;
    const url = await serve(
      (_, response) => response.writeHead(302, { location }).end(),
      "127.0.0.9",
    );
    await expect(fetchFrom(url)).rejects.toThrow("it leads from the internet to");
  }
  expect(received).toBe(0);
});

test("a host of this machine may lead to another one of it", async () => {
  const own = await serve((_, response) => response.end("text"));
  const url = await serve((_, response) => response.writeHead(307, { location: own }).end());
  const { bytes, url: last } = await fetchFrom(url);
  expect(String(bytes)).toBe("text");
  expect(last.href).toBe(`${own}/`);
});

test("five redirects are followed, and not more", async () => {
  const url = await serve(({ url: path = "" }, response) => {
    const left = Number(path.slice(1));
    return left === 0
      ? response.end("text")
      : response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(String((await fetchFrom(`${url}/5`)).bytes)).toBe("text");
  await expect(fetchFrom(`${url}/6`)).rejects.toThrow("redirects more than 5 times");
});

test("the password of a URL goes to its origin only, and the final address does not have it", async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end("text");
  });
  const url = await serve(({ url: path, headers }, response) => {
    seen.push(headers.authorization);
    return path === "/own"
      ? response.end("text")
      : response.writeHead(302, { location: path === "/start" ? "/own" : other }).end();
  });
  const withPassword = url.replace("//", "//anna:p%40ss@");
  const basic = `Basic ${Buffer.from("anna:p@ss").toString("base64")}`;
  expect((await fetchFrom(`${withPassword}/start`)).url.href).toBe(`${url}/own`);
  await fetchFrom(`${withPassword}/away`);
  expect(seen).toEqual([basic, basic, basic, undefined]);
});

test("an answer that never ends is given up, and so is one that never begins", async () => {
  const url = await serve(({ url: path }, response) => {
    if (path === "/slow") {
      const timer = setInterval(() => response.write("a"), 5);
      response.on("close", () => clearInterval(timer));
    }
  });
  for (const path of ["slow", "silent"]) {
    const signal = AbortSignal.timeout(100);
    await expect(fetchFrom(`${url}/${path}`, { signal })).rejects.toThrow(
      "the server did not finish its answer in time",
    );
  }
});

test("a download has a limit of time for all its files, and one for each", async () => {
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => real(100));
  onTestFinished(() => timeout.mockRestore());
  const url = await serve(() => {});
  await expect(download(new URL(url), "/folder")).rejects.toMatchObject({
    diagnostics: [{ code: "url-not-readable" }],
  });
  expect(timeout.mock.calls).toEqual([[120_000], [30_000]]);
});

test("compressed answers are limited by their size after decompression", async () => {
  const bomb = gzipSync(Buffer.alloc(129 * 1024 * 1024));
  const url = await serve(({ url: path }, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(path === "/bomb" ? bomb : gzipSync("text"));
  });
  expect(String((await fetchFrom(url)).bytes)).toBe("text");
  await expect(fetchFrom(`${url}/bomb`)).rejects.toThrow("is larger than 128 MB");
});
