import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { buildToolSlug } from "../../src/applications/toolkits/build/tool-slug.ts";
import { nameOperations } from "../../src/applications/toolkits/importing/naming/name-operations.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { type RunningLnbits, startLnbits } from "./lnbits.ts";

/**
 * LNbits 1.6.2 from PyPI, an application that nobody here wrote, with the OpenAPI document that it serves. It takes minutes to
 * install: `npm run soak -- real-application`.
 */
const python = findNeed("python");

/** The smallest PNG: LNbits looks into the files that it takes. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let lnbits: RunningLnbits;
let world: World;
beforeAll(async () => {
  if (python !== undefined) {
    lnbits = await startLnbits(python);
    world = await startWorld();
  }
}, 600_000);
afterAll(async () => {
  await world?.close();
  await lnbits?.stop();
});

const report = (text: string): void => void process.stderr.write(`  ${text}\n`);

test.skipIf(python === undefined)(
  "LNbits becomes a toolkit by its own document, and ten of its tools are run for a user, a file upload among them",
  async () => {
    const { platform } = world;
    const { document, url } = lnbits;
    // The document names no server, as those of FastAPI do by default.
    const { meta, import_report: losses } = await platform.toolkits.importToolkit({
      body: { slug: "lnbits", document: { ...document, servers: [{ url }] } },
    });
    report(
      `imported: OpenAPI ${String(document.openapi)}, ${meta.tools_count} tools, ${losses.skipped_operations_count} operations left out, ${losses.notes_count} notes`,
    );
    expect(meta.tools_count).toBeGreaterThan(150);

    const account = await connect("BEARER_TOKEN", { token: await lnbits.register("agent") });
    const done = new Set<string>();
    const run = async (operationId: string, args: object = {}, id = account): Promise<unknown> => {
      const slug = nameTool(operationId);
      const answer = await platform.tools.executeTool({
        tool_slug: slug,
        body: { connected_account_id: id, arguments: { ...args } },
      });
      expect(answer, `${slug}: ${JSON.stringify(answer)}`).toMatchObject({ successful: true });
      done.add(slug);
      return answer.data;
    };

    // The user, and wallets: create, list, read with the key of one, and delete.
    expect(await run("get_auth_user_api_v1_auth_get")).toMatchObject({ username: "agent" });
    const wallet = await run("api_create_wallet_api_v1_wallet_post", { name: "groceries" });
    expect(wallet).toMatchObject({ name: "groceries", adminkey: expect.any(String) });
    // LNbits answered with these members, as the line above shows.
    const { id: walletId, adminkey } = wallet as { readonly id: string; readonly adminkey: string };
    const wallets = await run("Wallets_api_v1_wallets_get");
    // A tool answers an object, so a list is its member `items`.
    expect(wallets).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: walletId })]),
    });
    const keyed = await connect("API_KEY", { generic_api_key: adminkey });
    await run("api_update_wallet_api_v1_wallet_patch", { name: "household" }, keyed);
    expect(await run("api_wallet_api_v1_wallet_get", {}, keyed)).toMatchObject({
      name: "household",
    });

    // A picture: uploaded to the platform, then by a tool to LNbits; listed, changed, read and deleted there.
    const file = await upload("dot.png", "image/png", picture);
    const asset = await run("Upload_api_v1_assets_post", { file });
    expect(asset).toMatchObject({ mime_type: "image/png", name: "dot.png" });
    // As above.
    const { id: asset_id } = asset as { readonly id: string };
    await run("Update_user_asset_api_v1_assets__asset_id__put", {
      asset_id,
      name: "renamed.png",
    });
    expect(await run("Get_user_assets_api_v1_assets_paginated_get")).toMatchObject({
      data: [{ id: asset_id, name: "renamed.png" }],
      total: 1,
    });
    const read = await run("Get_user_asset_data_api_v1_assets__asset_id__data_get", { asset_id });
    expect(read).toMatchObject({ file: { mimetype: "image/png", name: "renamed.png" } });
    // As above.
    const { file: result } = read as { readonly file: { readonly url: string } };
    const bytes = Buffer.from(await (await fetch(result.url)).arrayBuffer());
    expect(bytes.equals(picture)).toBe(true);
    await run("Delete_user_asset_api_v1_assets__asset_id__delete", { asset_id });
    await run("api_delete_wallet_api_v1_wallet__wallet_id__delete", { wallet_id: walletId });

    report(
      `executed: ${done.size} tools, all successful; a file of ${picture.length} bytes up and back, byte for byte`,
    );
    expect(done.size).toBeGreaterThanOrEqual(10);

    // A refusal of LNbits itself reaches the agent in LNbits' words.
    const refused = await platform.tools.executeTool({
      tool_slug: nameTool("Get_user_asset_api_v1_assets__asset_id__get"),
      body: { connected_account_id: account, arguments: { asset_id } },
    });
    expect(refused).toMatchObject({ successful: false });
    report(`refused: ${JSON.stringify(refused.error)} for a file that was deleted`);
  },
  600_000,
);

/** The slug of the tool of an operation. Its id is FastAPI's: `Upload_api_v1_assets_post` is `LNBITS_CREATE_ASSET`. */
function nameTool(operationId: string): string {
  const operations = Object.entries(lnbits.document.paths as object).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, object>>).map(([method, operation]) => ({
      tags: [],
      ...operation,
      method,
      path,
    })),
  );
  const names = { toolkitSlug: "lnbits", earlier: new Map(), kept: new Set<string>() };
  const ids = nameOperations(operations, names);
  const index = operations.findIndex(
    (each) => "operationId" in each && each.operationId === operationId,
  );
  return buildToolSlug("lnbits", ids[index] ?? "");
}

/** Connects a user with a credential of one scheme. */
async function connect(
  scheme: "API_KEY" | "BEARER_TOKEN",
  credential: Readonly<Record<string, string>>,
): Promise<string> {
  const { platform } = world;
  const { auth_config: config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "lnbits" },
      auth_config: { type: "use_custom_auth", authScheme: scheme, credentials: {} },
    },
  });
  const { id } = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: config.id },
      connection: {
        user_id: "agent",
        state: { authScheme: scheme, val: { status: "ACTIVE", ...credential } },
      },
    },
  });
  return id;
}

/** Uploads a file to the platform. Returns the argument with which tools name it. */
async function upload(
  name: string,
  mimetype: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<{ readonly name: string; readonly mimetype: string; readonly key: string }> {
  const md5 = createHash("md5").update(bytes).digest("hex");
  const { key, new_presigned_url: url } = await world.platform.files.requestFileUpload({
    body: {
      toolkit_slug: "lnbits",
      tool_slug: nameTool("Upload_api_v1_assets_post"),
      filename: name,
      mimetype,
      md5,
    },
  });
  const sent = await fetch(url, {
    method: "PUT",
    body: bytes,
    headers: { "content-type": mimetype },
  });
  expect(sent.status).toBe(200);
  return { name, mimetype, key };
}
