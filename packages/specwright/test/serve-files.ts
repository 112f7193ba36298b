import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The answer to a path. */
export interface Answer {
  readonly text?: string;
  /** The target of a redirect. */
  readonly location?: string;
  /** The header that a request for the file must have. */
  readonly key?: string;
}

/** Starts a web server with these files. Returns its address. */
export async function serve(files: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer(({ url = "", headers }, response) => {
    const file = files[url];
    const isAllowed = file?.key === undefined || headers["x-key"] === file.key;
    if (file?.location !== undefined) {
      response.writeHead(302, { location: file.location }).end();
      return;
    }
    response.writeHead(file === undefined ? 404 : isAllowed ? 200 : 401).end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
