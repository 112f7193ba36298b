import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call } from "@specwright/runtime/v1/server";
import { expect, onTestFinished, test } from "vitest";
import type { RequestContext } from "../../handlers/handler.ts";
import { createImportPlaces } from "./import-places.ts";
import { receiveImportBody } from "./receive-import-body.ts";

test("an import that is given up while its document is taken out keeps its place until then, and leaves no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-reception-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { promise: compilerHasTime, resolve: giveTime } = Promise.withResolvers<void>();
  const split = async (_: string, documentFile: string) => {
    await compilerHasTime;
    writeFileSync(documentFile, "{}");
    return { head: new Uint8Array() };
  };
  // Receiving a body needs no other parts of the context and of the call.
  const context = { services: { imports: { split } } } as unknown as RequestContext;
  const body = JSON.stringify({ slug: "a", document: "{}" });
  const headers = new Headers({ "content-type": "application/json" });
  const streamBody = (): ReadableStream => new Blob([body]).stream();
  const call = { headers, context, hasBody: true, streamBody } as unknown as Call<RequestContext>;
  const takePlace = createImportPlaces();
  const received = receiveImportBody(call, {
    folder: async () => folder,
    bodyLimit: 1_000,
    takePlace,
  });
  const receiving = received.body.receive("importToolkit", "project");
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  // Its request has its answer, so this does not wait for the compiler.
  await received.close();
  expect(() => takePlace("project")).toThrow("Request_RateLimited");
  giveTime();
  await receiving;
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  takePlace("project")();
});
