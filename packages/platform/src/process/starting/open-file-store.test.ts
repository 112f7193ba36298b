import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  parseS3Location,
  type S3Server,
  startS3Server,
} from "../../base/files/testing/s3-server.ts";
import { splitIntoPieces, testStore } from "../../base/files/testing/store-contract.ts";
import { openFileStore } from "./open-file-store.ts";

let server: S3Server;
let dataDirectory: string;
beforeAll(async () => {
  server = await startS3Server();
  dataDirectory = mkdtempSync(join(tmpdir(), "platform-stores-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function openOnS3(secret?: string) {
  for (const [name, value] of Object.entries(server.environment)) {
    vi.stubEnv(name, secret !== undefined && name.includes("SECRET") ? secret : value);
  }
  return await openFileStore({ files: parseS3Location(server.location), dataDirectory });
}

describe("files on disk", () => {
  testStore(
    () => openFileStore({ files: undefined, dataDirectory }),
    () => dataDirectory,
  );
});

describe("files on S3", () => {
  testStore(
    () => openOnS3(),
    () => dataDirectory,
  );
});

test("a process that starts leaves the copies of others alone", async () => {
  const first = await openOnS3();
  const place = { projectId: "proj_000000000003", fileId: "req_file_000000000003" };
  await (await first.store.receive(splitIntoPieces("abc"))).keep(place);
  const opened = await first.store.open(place, 3);
  const second = await openOnS3();
  expect(await new Response(opened?.bytes).text()).toBe("abc");
  await opened?.close();
  await second.close();
  await first.close();
  expect(readdirSync(join(dataDirectory, "spool"))).toEqual([]);
});

test("a bucket that does not exist, wrong credentials and a server that is away are reported at the start", async () => {
  await expect(openOnS3("wrong")).rejects.toThrow(
    /^PLATFORM_FILES: the bucket \S+ cannot be used: the credentials are refused \(403\)\. Correct/,
  );
  const { close } = await openOnS3();
  await close();
  const open = (text: string) => openFileStore({ files: parseS3Location(text), dataDirectory });
  const [, endpoint = ""] = /endpoint=(.*)/.exec(server.location) ?? [];
  await expect(open(`s3://missing-bucket?endpoint=${endpoint}`)).rejects.toThrow(
    "the bucket missing-bucket cannot be used: it does not exist (404)",
  );
  await expect(open("s3://files?endpoint=http://127.0.0.1:1")).rejects.toThrow("ECONNREFUSED");
});

test("unfinished uploads of a day ago are swept, and younger ones are left alone", async ({
  skip,
}) => {
  skip(!server.listsUploads, "s3rver cannot list unfinished uploads");
  const { store, close } = await openOnS3();
  const { bucket: Bucket, prefix, endpoint, region } = parseS3Location(server.location);
  const client = new S3Client({
    endpoint: endpoint ?? "",
    region: region ?? "",
    forcePathStyle: true,
  });
  const Key = `${prefix}incoming/unfinished`;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const received = await store.receive(splitIntoPieces("never kept"));
  const count = async (): Promise<number> =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))).Uploads
      ?.length ?? 0;
  await store.sweep(new Date());
  expect(await count()).toBe(1);
  await store.sweep(new Date(Date.now() + 25 * 60 * 60 * 1000));
  expect(await count()).toBe(0);
  await expect(
    received.keep({ projectId: "proj_000000000001", fileId: "req_file_000000000001" }),
  ).rejects.toThrow();
  await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
  client.destroy();
  await close();
});
