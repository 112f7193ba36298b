import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { enqueue } from "../../base/jobs/enqueue.ts";
import { authenticate } from "../../domain/keys/authenticate.ts";
import { measureQueue } from "../../domain/operators/measure-queue.ts";
import { createOrganization, createOwnerKey } from "../../domain/projects/create-organization.ts";
import { createProject } from "../../domain/projects/create-project.ts";
import { runInOrganization, type Scope } from "../../domain/scope.ts";
import { emitEvent } from "../../domain/webhooks/deliveries/emit-event.ts";
import { listDeliveries } from "../../domain/webhooks/deliveries/read-deliveries.ts";
import { createWebhookSubscription } from "../../domain/webhooks/webhook-subscriptions/create-webhook-subscription.ts";
import { deliverKind } from "../../domain/webhooks/webhook-subscriptions/deliver-kind.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import type { OpenPlatform } from "../open-platform.ts";
import type { AdminCommand } from "./admin-command.ts";
import { type AdminOptions, adminCommands } from "./administer.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  const run = async (command: AdminCommand, options: AdminOptions = {}) => {
    const { platform } = fixture;
    // These commands use no other part of an open platform.
    const opened = { platform, database: platform.database } as OpenPlatform;
    return await adminCommands[command]({ opened, options, progress: () => {} });
  };

  test("organizations, projects and keys are listed, and a key of either is revoked", async () => {
    const { platform } = fixture;
    const acme = await createOrganization(platform, "Acme");
    const project = await runInOrganization(platform, acme.id, (scope) =>
      createProject(scope, { name: "shop", should_create_api_key: true }),
    );
    const organizations = await run("orgs list");
    expect(organizations.text).toMatch(new RegExp(`^${acme.id} +1 +1 +\\S+Z +Acme$`, "m"));
    expect(organizations.text).toContain(fixture.organizationId);
    expect((await run("projects list", { organization: acme.id })).data).toEqual({
      projects: [
        {
          id: project.id,
          name: "shop",
          organization_id: acme.id,
          keys: 1,
          created_at: expect.any(String),
        },
      ],
    });
    expect((await run("projects list")).text).toContain(fixture.projectId);
    const nobody = { organization: "org_000000000000" };
    await expect(run("keys list", nobody)).rejects.toThrow("org_000000000000 does not exist");

    const listKeys = async (options: AdminOptions) =>
      (await run("keys list", options)).data.keys as { id: string; project_id: string | null }[];
    const keys = await listKeys({ organization: acme.id });
    expect(keys.map((key) => key.project_id)).toEqual([null, project.id]);
    const [ofProject] = await listKeys({ project: project.id });
    const key = project.api_key ?? "";
    expect(await authenticate(platform, key)).toMatchObject({ keyId: ofProject?.id });
    const revoked = await run("keys revoke", { ids: [ofProject?.id ?? ""] });
    expect(revoked.text).toContain(`--organization ${acme.id} --project ${project.id}`);
    await expect(authenticate(platform, key)).rejects.toThrow("Auth_KeyInvalid");

    const second = await createOwnerKey(platform, acme.id, null);
    const [first] = await listKeys({ organization: acme.id });
    expect((await run("keys revoke", { ids: [first?.id ?? ""] })).data).toMatchObject({ left: 1 });
    await expect(authenticate(platform, acme.key)).rejects.toThrow("Auth_KeyInvalid");
    expect(await authenticate(platform, second)).toMatchObject({ kind: "organization" });
    const again = run("keys revoke", { ids: [first?.id ?? ""] });
    await expect(again).rejects.toThrow(/There is no key with the id .*\n.*keys list/);
  });

  test("more organizations than one statement lists are listed", async () => {
    const { platform } = fixture;
    const ids = Array.from({ length: 501 }, (_, n) => `org_many${String(n).padStart(8, "0")}`);
    for (const id of ids) {
      await platform.database.transactInOrganization(id, (trx) =>
        trx.insertInto("organizations").values({ id, name: "many" }).execute(),
      );
    }
    const listed = (await run("orgs list")).data.organizations as { id: string }[];
    expect(ids.filter((id) => listed.every((each) => each.id !== id))).toEqual([]);
  });

  test("jobs that died are listed and run again, and their deliveries are pending again", async () => {
    const { database } = fixture.platform;
    const die = (kind: string): Promise<unknown> =>
      fixture.run(({ trx }) =>
        sql`update jobs set state = 'dead', dead_at = now(), attempt = max_attempts, last_error = 'TypeError'
          where kind = ${kind}`.execute(trx),
      );
    const id = await fixture.run(async (scope) => {
      const { id: subscription } = await createWebhookSubscription(scope, {
        webhook_url: "https://receiver.example.com",
        enabled_events: ["platform.trigger.message"],
      });
      await emit(scope);
      return subscription;
    });
    const late = { projectId: fixture.projectId, kind: "late", delayMs: 60_000 };
    await fixture.run(({ trx }) => enqueue(trx, late));
    const listWaiting = await run("jobs list", { state: "waiting", kind: "late" });
    expect(listWaiting.data.jobs).toMatchObject([{ attempts: 0, died_at: null }]);
    const kinds = [deliverKind, "late"];
    const { unscoped } = database;
    const idle = { dead: 0, due: 0, oldest_seconds: 0 };
    expect(await measureQueue(unscoped, kinds)).toEqual([
      { kind: deliverKind, dead: 0, due: 1, oldest_seconds: expect.any(Number) },
      { kind: "late", ...idle },
    ]);

    await die(deliverKind);
    await fixture.run(({ trx }) =>
      sql`update webhook_deliveries set status = 'failed', next_attempt_at = null`.execute(trx),
    );
    const counts = (await run("deliveries stats")).data;
    expect(counts).toMatchObject({ deliveries: [{ status: "failed", deliveries: 1 }] });
    const other = await runInOrganization(fixture.platform, fixture.organizationId, (scope) =>
      createProject(scope, { name: "other" }),
    );
    const elsewhere = await run("deliveries stats", { project: other.id, hours: 1 });
    expect(elsewhere.text).toContain("No event of the last 1 hours was to be delivered.");
    expect(await measureQueue(unscoped, [deliverKind])).toEqual([
      { kind: deliverKind, ...idle, dead: 1 },
    ]);
    const dead = await run("jobs list", { kind: deliverKind, project: fixture.projectId });
    expect(dead.text).toMatch(/^job_\S+ +webhook\.deliver +proj_\S+ +1000 +TypeError +\S+Z$/m);
    expect((await run("jobs list", { kind: "other" })).text).toBe("No jobs are dead.");

    const missing = run("jobs retry", { ids: ["job_unknown"] });
    await expect(missing).rejects.toThrow("These jobs are not dead, or do not exist: job_unknown");
    expect((await run("jobs retry", { kind: "other" })).text).toBe("No job is dead.");
    expect((await run("jobs retry")).text).toBe("1 job runs again.");
    const page = { page: 1, limit: 20 };
    const deliveries = await fixture.run((scope) => listDeliveries(scope, id, { limit: 20 }, page));
    expect(deliveries.items).toMatchObject([{ status: "pending" }]);
    expect((await run("jobs list", { state: "ready" })).data.jobs).toMatchObject([
      { kind: deliverKind, attempts: 0, died_at: null },
    ]);

    await die(deliverKind);
    const [job] = (await run("jobs list")).data.jobs as { id: string }[];
    expect((await run("jobs retry", { ids: [job?.id ?? ""] })).data).toEqual({
      retried: [job?.id],
    });
  });

  test.each([["keys list"], ["jobs list"], ["jobs retry"], ["deliveries stats"]] as const)(
    "%s says so when its project does not exist",
    async (command) => {
      const nothing = run(command, { project: "proj_000000000000" });
      await expect(nothing).rejects.toThrow("proj_000000000000 does not exist");
    },
  );
});

/** An event without content, which the subscription takes. */
async function emit(scope: Scope): Promise<void> {
  await emitEvent(scope, {
    type: "platform.trigger.message",
    userId: "ada",
    body: () => "{}",
  });
}
