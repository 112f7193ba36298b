import { createHash } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import type { World } from "../e2e/world.ts";
import { createSecret, type Planting } from "./planting.ts";

const tool_slug = "VAULT_UPLOAD_DOCUMENT";
const mimetype = "text/plain";

/** A file with planted bytes and a planted name, and its upload. */
interface PlantedFile {
  readonly bytes: string;
  readonly name: string;
  readonly key: string;
  readonly url: string;
}

/**
 * Files that are uploaded, refused, lost, given to tools and returned by them, over REST and MCP.
 *
 * @param folder the data directory, in which the store of files breaks once
 */
export async function plantFiles(world: World, planting: Planting, folder: string): Promise<void> {
  const { platform } = world;
  const user_id = "of a file";
  const config = await createConfig(world, "API_KEY", [], "vault");
  const account = await connect(
    world,
    config,
    "API_KEY",
    { generic_api_key: goodKey },
    { user_id },
  );
  const [taken, refused, lost] = [
    await requestFile(world, planting, "a file that is taken"),
    await requestFile(world, planting, "a file that is refused"),
    await requestFile(world, planting, "a file that is lost"),
  ];
  await put(world, taken.url, taken.bytes, 200);
  await put(world, refused.url, planting.secret("bytes that were not declared"), 422);
  await put(world, `${refused.url}x`, refused.bytes, 403);
  await loseFile(world, lost, folder);
  const file = { name: taken.name, mimetype, key: taken.key };
  const wrong = { ...file, key: `${taken.key}${planting.secret("wrong key of a file")}` };
  for (const given of [file, wrong]) {
    await platform.tools
      .executeTool({
        tool_slug,
        body: { connected_account_id: account, arguments: { folder: "inbox", file: given } },
      })
      .catch(() => {});
  }
  await takeResults(world, planting, account);
  await callOverMcp(world, planting, { config, user_id, file });
  await plantSigningKeys(world, planting);
  await platform.files.listFiles();
  await platform.logs.listToolExecutionLogs({ body: {} });
}

async function requestFile(world: World, planting: Planting, slot: string): Promise<PlantedFile> {
  // The bytes of a file are the customer's: they are in the store, in the file's own download, and at the application.
  const bytes = planting.secret(`bytes of ${slot}`);
  // Lists and addresses show the name of a file, so it is not a secret. The log has no names of customers' things.
  const name = planting.content(`name of ${slot}`, createSecret(slot).replace("/", "'"));
  const md5 = createHash("md5").update(bytes).digest("hex");
  const upload = await world.platform.files.requestFileUpload({
    body: { toolkit_slug: "vault", tool_slug, filename: name, mimetype, md5 },
    header: { "Idempotency-Key": planting.secret(`idempotency key of ${slot}`) },
  });
  planSignature(planting, `upload of ${slot}`, upload.new_presigned_url);
  return { bytes, name, key: upload.key, url: upload.new_presigned_url };
}

/** A signature opens its file to everybody who has it: only the answer that asked for the address shows it. */
function planSignature({ shown }: Planting, slot: string, url: string): void {
  shown(`signature of the ${slot}`, new URL(url).searchParams.get("signature") ?? "");
}

async function put(
  { coverage }: World,
  url: string,
  body: string,
  expected: number,
): Promise<void> {
  const request = new Request(url, { method: "PUT", body, headers: { "content-type": mimetype } });
  const response = await coverage.fetch(request);
  expect(response.status).toBe(expected);
  await response.text();
}

/** Uploads a file while the store cannot write. */
async function loseFile(world: World, { url, bytes }: PlantedFile, folder: string): Promise<void> {
  const incoming = join(folder, "files", "incoming");
  renameSync(incoming, `${incoming}-away`);
  writeFileSync(incoming, "");
  await put(world, url, bytes, 500);
  rmSync(incoming);
  renameSync(`${incoming}-away`, incoming);
}

/** Files that tools and forwarded requests return. They are downloaded outside of the recorded answers. */
async function takeResults(world: World, planting: Planting, account: string): Promise<void> {
  const { application, platform } = world;
  application.latest = planting.secret("bytes of a result");
  const { data } = await platform.tools.executeTool({
    tool_slug: "VAULT_GET_LATEST",
    body: { connected_account_id: account, arguments: {} },
  });
  const { file } = data as { readonly file: { readonly url: string } };
  planSignature(planting, "result of a tool", file.url);
  const loaded = await (await fetch(file.url)).text();
  expect(loaded).toBe(application.latest);
  application.latest = planting.secret("bytes of a forwarded request");
  const forwarded = await platform.tools.proxyRequest({
    body: { endpoint: "/documents/latest", method: "GET", connected_account_id: account },
  });
  planSignature(planting, "result of a request", forwarded.binary_data?.url ?? "");
  await (await world.coverage.fetch(new Request(`${file.url}x`))).text();
}

/** A model that asks for a small file gets its bytes. One that gives a file to a tool does not get them back. */
async function callOverMcp(
  world: World,
  planting: Planting,
  given: { readonly config: string; readonly user_id: string; readonly file: unknown },
): Promise<void> {
  const { application, coverage, platform } = world;
  const { config, user_id, file } = given;
  const { id } = await platform.mcp.createMcpServer({
    body: { name: "Files", auth_config_ids: [config] },
  });
  const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
    body: { mcp_server_id: id, user_ids: [user_id] },
  });
  const { search, searchParams } = new URL(urls[0] ?? "");
  planting.shown("signature of a server with files", searchParams.get("sig") ?? "");
  const call = async (name: string, values: unknown): Promise<string> => {
    const params = { name, arguments: values };
    const response = await coverage.fetch(
      new Request(`${world.url}/mcp/${id}${search}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          "x-api-key": world.keys.project,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      }),
    );
    return await response.text();
  };
  await call(tool_slug, { folder: "inbox", file });
  application.latest = createSecret("bytes of a result over MCP");
  planting.shown("bytes of a result over MCP", application.latest);
  const answer = await call("VAULT_GET_LATEST", {});
  const signature = /signature=([\w-]+)/.exec(answer)?.[1] ?? "";
  planting.shown("signature of the result over MCP", signature);
}

/** The keys that sign the addresses of files are sealed, and never leave the service. */
async function plantSigningKeys(world: World, planting: Planting): Promise<void> {
  const { platform } = world.serving;
  const { project } = await world.platform.auth.getSessionInfo();
  const projectId = project?.id ?? "";
  await platform.database.transactInProject(projectId, async (trx) => {
    const { rows } = await sql<{ id: string; signing_key: string }>`
      select id, signing_key from files`.execute(trx);
    for (const { id, signing_key } of rows) {
      const place = { ownerId: projectId, table: "files", row: id, field: "signing_key" };
      planting.secret(
        `signing key of ${id}`,
        String(await platform.secrets.open(trx, place, signing_key)),
      );
    }
  });
}
