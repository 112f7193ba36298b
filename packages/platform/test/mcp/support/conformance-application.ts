import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writePlainHead } from "../../../src/toolkits/testing/write-plain-head.ts";

/** An application with the responses that the conformance suite expects from tools. */
export interface ConformanceApplication {
  /** Its toolkit document. The tools have the names of the suite, in upper case. */
  readonly document: string;
  close(): Promise<void>;
}

/** One red pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** An empty sound: 8,000 samples a second, one channel, 8 bits. */
const wav = Buffer.from(
  "524946462400000057415645666d74201000000001000100401f0000401f00000100080064617461" + "00000000",
  "hex",
);

/** Milliseconds; longer than three progress reports, which come once a second. */
const slowMs = 3_500;

/** Starts it on 127.0.0.1. */
export async function startConformanceApplication(): Promise<ConformanceApplication> {
  const server = createServer(({ url }, response) => {
    const send = (status: number, type: string, body: string | Buffer): void => {
      response.writeHead(status, { "content-type": type }).end(body);
    };
    switch (url) {
      case "/image":
        return send(200, "image/png", png);
      case "/audio":
        return send(200, "audio/wav", wav);
      case "/resource":
        return send(200, "application/pdf", Buffer.from("%PDF-1.7"));
      case "/failure":
        return send(422, "application/json", JSON.stringify({ message: "This is refused." }));
      case "/slow":
        return void setTimeout(send, slowMs, 200, "text/plain", "Done after a while.");
      default:
        return send(200, "text/plain", "This is a simple text.");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    document: writeDocument(`http://127.0.0.1:${port}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function writeDocument(url: string): string {
  const operations = Object.entries({
    text: "simpleText",
    image: "imageContent",
    audio: "audioContent",
    resource: "embeddedResource",
    failure: "errorHandling",
    slow: "toolWithProgress",
  }).map(
    ([path, id]) =>
      `  /${path}: { get: { operationId: ${id}, summary: ${id}, description: A fixture., responses: { '200': { description: Done. } } } }`,
  );
  return `${writePlainHead("test", url)}
  auth: []
security: []
paths:
${operations.join("\n")}
`;
}
