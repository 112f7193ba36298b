import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  parseS3Location,
  type S3Server,
  startS3Server,
} from "../../src/base/files/testing/s3-server.ts";
import { testFiles } from "./suites/files.ts";
import { startWorld, type World } from "./world.ts";

let server: S3Server;
let world: World;
beforeAll(async () => {
  server = await startS3Server();
  for (const [name, value] of Object.entries(server.environment)) {
    vi.stubEnv(name, value);
  }
  world = await startWorld({ environment: { PLATFORM_FILES: server.location } });
});
afterAll(async () => {
  await world.close();
  await server.close();
  vi.unstubAllEnvs();
});

describe("files in a bucket", () => testFiles(() => world));

test("the bucket has the bytes of the files that were not erased, and nothing else", async () => {
  const { bucket, prefix, endpoint = "", region = "" } = parseS3Location(server.location);
  const client = new S3Client({ endpoint, region, forcePathStyle: true });
  const listKeys = async (): Promise<readonly (string | undefined)[]> => {
    const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix });
    return ((await client.send(list)).Contents ?? []).map(({ Key }) => Key);
  };
  const listFiles = async (): Promise<readonly string[]> => {
    const { database } = world.serving.platform;
    return await database.unscoped.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      const rows = await trx
        .selectFrom("files")
        .selectAll()
        .where("size", "is not", null)
        .execute();
      return rows.map((row) => `${prefix}files/${row.project_id}/${row.id}`);
    });
  };
  const expected = (await listFiles()).toSorted();
  expect(expected.length).toBeGreaterThan(2);
  // Jobs remove the bytes of the erased users' files.
  await vi.waitFor(async () => expect(await listKeys()).toEqual(expected), { timeout: 20_000 });
  client.destroy();
});
