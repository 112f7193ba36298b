import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server that answers by path and lists the requests that it received. */
export async function startServer(
  answers: Readonly<Record<string, readonly [status: number, body: unknown]>>,
): Promise<{ baseUrl: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { accept = "*/*" } = request.headers;
      const wanted = accept === "*/*" ? "" : `${accept} `;
      received.push(`${wanted}${request.method} ${request.url} ${body}`.trim());
      const [status, content] = answers[`${request.method} ${request.url}`] ?? [500, "unexpected"];
      const type = request.url?.endsWith("/qr") ? "image/png" : "text/plain";
      const isText = typeof content === "string";
      response.writeHead(status, { "content-type": isText ? type : "application/json" });
      response.end(isText ? content : JSON.stringify(content));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
  });
  // A server that listens on a port has an `AddressInfo`.
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
