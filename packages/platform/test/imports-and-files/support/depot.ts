import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";

/** A real application on loopback that takes documents, gives documents, and has rooms. */
export interface Depot {
  readonly url: string;
  /** A folder with its toolkit, `depot`. */
  readonly toolkits: string;
  close(): void;
}

/** The hash and size of a document that the depot got. */
export interface TakenDocument {
  readonly md5: string;
  readonly size: number;
}

/** Bytes of any number and size, which differ in every place of 251 bytes, so that a piece that is missing shows. */
export function createContent(seed: string, size: number): Buffer {
  const pattern = Buffer.concat(
    Array.from({ length: 8 }, (_, index) =>
      createHash("sha256").update(`${seed} ${index}`).digest(),
    ),
  ).subarray(0, 251);
  return size === 0 ? Buffer.alloc(0) : Buffer.alloc(size, pattern);
}

/** The hash in the form in which the API has it. */
export const hashMd5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

/** The bytes of the document with this number. */
export const createDocument = (number: number): Buffer =>
  createContent(`document ${number}`, 1_000 + (number % 7) * 150_000);

/** Bytes in pieces, each after a moment, so that a kill finds some in the middle. */
export async function* sendSlowly(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 64 * 1024) {
    yield bytes.subarray(from, from + 64 * 1024);
    await sleep(10);
  }
}

/**
 * Starts it on 127.0.0.1.
 *
 * @param onGiven called when a document was given completely
 */
export async function startDepot(onGiven: () => void): Promise<Depot> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "GET") {
      outgoing.once("finish", onGiven);
    }
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // An application that closes an idle connection just as a POST is sent on it may have received the POST. The service
  // then answers 502, because it must not send it twice. Calls would be unanswered for that reason alone.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const toolkits = mkdtempSync(join(tmpdir(), "platform-depot-"));
  writeFileSync(join(toolkits, "depot.yaml"), describeDepot(url));
  return {
    url,
    toolkits,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(toolkits, { recursive: true });
    },
  };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method === "POST") {
    // The types of Node's and the DOM's streams differ, and they are the same objects.
    const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    const headers = { "content-type": incoming.headers["content-type"] ?? "" };
    const file = (await new Response(body, { headers }).formData()).get("file");
    const bytes = file instanceof File ? await file.bytes() : Buffer.from(String(file));
    const taken: TakenDocument = { md5: hashMd5(bytes), size: bytes.length };
    outgoing.setHeader("content-type", "application/json").end(JSON.stringify(taken));
    return;
  }
  const number = /^\/documents\/(\d+)$/.exec(incoming.url ?? "")?.[1];
  if (number === undefined) {
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(JSON.stringify({ path: incoming.url }));
    return;
  }
  outgoing.setHeader("content-type", "application/zip");
  Readable.from(sendSlowly(createDocument(Number(number)))).pipe(outgoing);
}

function describeDepot(url: string): string {
  return `${writePlainHead("depot", url)}  auth: []
paths:
  /documents:
    post:
      operationId: takeDocument
      summary: Take document
      description: Takes a document.
      requestBody:
        required: true
        content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } } } }
      responses: &ok { '200': { description: Done. } }
  /documents/{number}:
    get:
      operationId: giveDocument
      summary: Give document
      description: Gives a document.
      parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
      responses: *ok
`;
}
