import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";

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

/** Milliseconds until a job has failed, as the scenarios of tasks want it. */
const jobMs = 1_000;

/** Starts it on 127.0.0.1. */
export async function startConformanceApplication(): Promise<ConformanceApplication> {
  const server = createServer(({ url = "" }, response) => {
    const send = (status: number, type: string, body: string | Buffer): void => {
      response.writeHead(status, { "content-type": type }).end(body);
    };
    const { pathname, searchParams } = new URL(url, "http://application.test");
    switch (pathname) {
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
      case "/greeting":
        return send(200, "text/plain", `Hello, ${searchParams.get("name")}!`);
      case "/compute":
        return void setTimeout(
          send,
          Number(searchParams.get("seconds")) * 1_000,
          200,
          "text/plain",
          "Computed.",
        );
      case "/job":
        return void setTimeout(
          send,
          jobMs,
          422,
          "application/json",
          '{"message":"The job failed."}',
        );
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

/** The parameters of the operations that have some. */
const parameters: Readonly<Record<string, string>> = {
  greeting: "[{ name: name, in: query, schema: { type: string } }]",
  compute:
    "[{ name: seconds, in: query, schema: { type: number } }, { name: label, in: query, schema: { type: string } }]",
};

function writeDocument(url: string): string {
  const operations = Object.entries({
    text: "simpleText",
    image: "imageContent",
    audio: "audioContent",
    resource: "embeddedResource",
    failure: "errorHandling",
    slow: "toolWithProgress",
    greeting: "greet",
    compute: "slowCompute",
    job: "failingJob",
    confirm: "confirmDelete",
  }).map(
    ([path, id]) =>
      `  /${path}: { get: { operationId: ${id}, summary: ${id}, description: A fixture., parameters: ${parameters[path] ?? "[]"}, responses: { '200': { description: Done. } } } }`,
  );
  return `${writePlainHead("test", url)}
  auth: []
security: []
paths:
${operations.join("\n")}
  /schema:
    post:
      operationId: json_schema_2020_12_tool
      summary: Tool with JSON Schema 2020-12 features
      description: A fixture.
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/person' } } } }
      responses: { '200': { description: Done. } }
components:
  schemas:
    address:
      $anchor: addressDef
      type: object
      properties: { street: { type: string }, city: { type: string } }
    person:
      type: object
      properties:
        name: { type: string }
        address: { $ref: '#/components/schemas/address' }
        contactMethod: { type: string, enum: [phone, email] }
        phone: { type: string }
        email: { type: string }
      allOf: [{ anyOf: [{ required: [phone] }, { required: [email] }] }]
      if: { properties: { contactMethod: { const: phone } }, required: [contactMethod] }
      then: { required: [phone] }
      else: { required: [email] }
      additionalProperties: false
`;
}
