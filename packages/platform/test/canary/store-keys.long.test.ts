import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type S3Server, startS3Server } from "../../src/base/files/testing/s3-server.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { runPlatform } from "../running/support/platform-process.ts";
import { dumpDatabase } from "./dump-database.ts";
import { findSecrets, listSecretForms } from "./secret-forms.ts";

// The keys of a store belong to the operator: whoever has them reads the files of every project.
const s3Key = randomBytes(30).toString("base64");
const azureKey = randomBytes(64).toString("base64");
const forms = new Map([
  ["key of S3", listSecretForms(s3Key)],
  ["key of Azure", listSecretForms(azureKey)],
]);

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "platform-store-keys-"));
  server = await startS3Server(s3Key);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("the key of a bucket is in no answer, log or row, also when the bucket is away", async () => {
  // The SDK reads the credentials from the environment.
  for (const [name, value] of Object.entries(server.environment)) {
    vi.stubEnv(name, value);
  }
  const world = await startWorld({
    environment: {
      PLATFORM_FILES: server.location,
      PLATFORM_DATA: folder,
      PLATFORM_LOG_LEVEL: "trace",
    },
  });
  const answers = [await putFile(world, "there", 200)];
  await server.close();
  answers.push(await putFile(world, "away", 503));
  const dump = await dumpDatabase(world, { folder });
  const log = world.log.join("\n");
  await world.close();
  expect(dump).toContain("away.txt");
  expect(log).toContain('"msg":"unexpected error"');
  expect(log).toContain('"origin":"file store"');
  expect(log).not.toContain("the database cannot be reached");
  expect(findSecrets([dump, log, ...answers].join("\n"), forms)).toEqual([]);
}, 120_000);

async function putFile({ platform }: World, bytes: string, expected: number): Promise<string> {
  const mimetype = "text/plain";
  const { new_presigned_url: url } = await platform.files.requestFileUpload({
    body: {
      toolkit_slug: "vault",
      tool_slug: "VAULT_UPLOAD_DOCUMENT",
      filename: `${bytes}.txt`,
      mimetype,
      md5: createHash("md5").update(bytes).digest("hex"),
    },
  });
  const headers = { "content-type": mimetype };
  const response = await fetch(url, { method: "PUT", body: bytes, headers });
  expect(response.status).toBe(expected);
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
}

test("a service that cannot use its store ends, and does not print the key", async () => {
  const refusing = createServer((_, outgoing) => outgoing.writeHead(403).end());
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const account = `DefaultEndpointsProtocol=http;AccountName=acme;AccountKey=${azureKey}`;
  const environments = [
    {
      PLATFORM_FILES: `s3://files?endpoint=${url}`,
      AWS_ACCESS_KEY_ID: "acme",
      AWS_SECRET_ACCESS_KEY: s3Key,
    },
    {
      PLATFORM_FILES: "azure://files",
      AZURE_STORAGE_CONNECTION_STRING: `${account};BlobEndpoint=${url}/acme;`,
    },
    { PLATFORM_FILES: "azure://files", AZURE_STORAGE_CONNECTION_STRING: azureKey },
    { PLATFORM_FILES: `s3://files?key=${s3Key}` },
  ];
  for (const environment of environments) {
    const data = { PLATFORM_DATA: join(folder, "refused"), PLATFORM_LOG_LEVEL: "trace" };
    const { code, stdout, stderr } = await runPlatform(["serve"], { ...data, ...environment });
    expect(code).not.toBe(0);
    expect(`${stdout}${stderr}`).toMatch(/PLATFORM_FILES|AZURE_STORAGE_CONNECTION_STRING/);
    expect(findSecrets(`${stdout}${stderr}`, forms)).toEqual([]);
  }
  refusing.close();
}, 120_000);
