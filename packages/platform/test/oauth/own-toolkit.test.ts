import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJoinedCatalog } from "../../src/applications/toolkits/catalog/joined-catalog.ts";
import { createToolkitGroup } from "../../src/applications/toolkits/catalog/toolkit-group.ts";
import { compileToolkit } from "../../src/applications/toolkits/compiled/compile-toolkit.ts";
import { packDocument } from "../../src/applications/toolkits/compiled/packed-document.ts";
import { runInProject } from "../../src/domain/scope.ts";
import { storeToolkit } from "../../src/domain/toolkits/store-toolkit.ts";
import { client, startApplication, type TestApplication } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { browse } from "../e2e/suites/hosted-pages.ts";
import { catchRefusal, startWorld, type World } from "../e2e/world.ts";

/**
 * The deployment has a client of Acme. A project has its own toolkit with that slug, from before the installation had
 * one, and its servers belong to the project. The client's secret must never reach these servers.
 */
let world: World;
let servers: TestApplication;
let projectId: string;
beforeAll(async () => {
  [world, servers] = await Promise.all([startWorld(), startApplication()]);
  projectId = (await world.platform.auth.getSessionInfo()).project?.id ?? "";
});
afterAll(async () => {
  await world.close();
  await servers.close();
});

/** Stores the toolkit as the project's own, like an import before the installation had the slug. */
async function bringOwn(): Promise<void> {
  const folder = writeToolkits(servers.url);
  const document = readFileSync(join(folder, "acme.yaml"), "utf8");
  rmSync(folder, { recursive: true });
  const { compiled, errors } = compileToolkit({ path: "acme.yaml", text: document });
  if (compiled === undefined) {
    throw new Error(errors.join("\n"));
  }
  const earlier = createJoinedCatalog(createToolkitGroup([]));
  await runInProject(world.serving.platform, projectId, (scope) =>
    storeToolkit(scope, { compiled, document: packDocument(document), purpose: "import" }, earlier),
  );
}

async function createLink(auth_config_id: string, user_id: string) {
  return await world.platform.connectedAccounts.createLink({ body: { auth_config_id, user_id } });
}

/** Connects an account with the deployment's client. The user agrees at once. */
async function signIn(authConfigId: string, userId: string): Promise<string> {
  const { redirect_url, connected_account_id } = await createLink(authConfigId, userId);
  const led = await browse(world, redirect_url, { form: {} });
  const back = await fetch(led.headers.get("location") ?? "", { redirect: "manual" });
  const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
  const done = await browse(world, back.headers.get("location") ?? "", { headers: { cookie } });
  expect(done.status).toBe(200);
  return connected_account_id;
}

async function countRevocations(): Promise<number> {
  const { database } = world.serving.platform;
  return await database.transactInProject(projectId, async (trx) => {
    const { rows } = await sql<{
      count: string;
    }>`select count(*) from jobs where kind like '%.revoke'`.execute(trx);
    return Number(rows[0]?.count);
  });
}

test("the deployment's client never goes to the servers of a project's own toolkit", async () => {
  const { authConfigs, connectedAccounts } = world.platform;
  const type = "use_platform_managed_auth" as const;
  const managed = { toolkit: { slug: "acme" }, auth_config: { type } };
  const { auth_config } = await authConfigs.createAuthConfig({ body: managed });
  const refreshed = await signIn(auth_config.id, "ada");
  const removed = await signIn(auth_config.id, "bob");
  const begun = await createLink(auth_config.id, "eve");

  await bringOwn();
  expect(await catchRefusal(authConfigs.createAuthConfig({ body: managed }))).toBe(
    "400 AuthConfig_NoManagedAuth",
  );
  expect(await catchRefusal(connectedAccounts.refreshConnectedAccount({ nanoid: refreshed }))).toBe(
    "501 ConnectedAccount_SchemeUnsupported",
  );
  expect(
    (await browse(world, begun.redirect_url, { form: {} })).headers.get("location"),
  ).toBeNull();
  await connectedAccounts.deleteConnectedAccount({ nanoid: removed });
  await expect.poll(countRevocations).toBe(0);

  // No call has sent the secret, or a token of the client, to these servers.
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");
  for (const { path, headers, body } of servers.seen) {
    expect([path, headers.authorization, body].join(" ")).not.toContain(client.secret);
    expect(headers.authorization ?? "").not.toContain(basic);
    expect(["/token", "/revoke"]).not.toContain(path);
  }
});
