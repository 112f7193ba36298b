import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { signHandOver } from "./person.ts";

/** The application of a project, which signs its people in. */
export interface OwnApplication {
  readonly url: string;
  /** Where it sends people back: configuration, and no part of a request. */
  trust(issuer: string): void;
  close(): Promise<void>;
}

/** Starts the application on loopback. Its page signs in whoever writes a name. */
export async function startOwnApplication(): Promise<OwnApplication> {
  let issuer = "";
  const server = createServer(async ({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const request = searchParams.get("request") ?? "";
    if (pathname === "/done") {
      const token = await signHandOver(issuer, request, searchParams.get("name") ?? "");
      const query = new URLSearchParams({ request, token });
      response.writeHead(303, { location: `${issuer}/callback?${query}` }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><html lang="en"><title>Application</title><h1>Sign in to Acme</h1>
<form action="/done"><label>Name <input name="name"></label>
<input type="hidden" name="request" value="${encodeURIComponent(request)}"><button>Sign in</button></form>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sign-in`,
    trust: (of) => {
      issuer = of;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
