import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { type Replicas, startReplicas } from "../e2e/replicas.ts";

const rounds = 10;

/** A document with two tools, which are named after the round. */
function writeRoundDocument(slug: string, round: number): string {
  const operation = (id: string): string =>
    `  /${id}: { get: { operationId: ${id}, summary: Fetch ${id}, description: Fetches ${id}., responses: { '200': { description: Done. } } } }`;
  return `${writePlainHead(slug)}paths:\n${operation(`first_${round}`)}\n${operation(`second_${round}`)}\n`;
}

describe.skipIf(findNeed("postgresql") === undefined)("two processes on one database", () => {
  let replicas: Replicas;
  beforeAll(async () => {
    const url = await createDatabase(findNeed("postgresql") ?? "");
    replicas = await startReplicas(url, 2);
  }, 120_000);
  afterAll(async () => {
    await replicas?.stop();
  }, 60_000);

  const createReplicaClients = (key: string): readonly Platform[] =>
    replicas.urls.map((baseUrl) =>
      createPlatform({ baseUrl, auth: { ProjectKey: key, OrganizationKey: key }, retries: 0 }),
    );
  const createProject = async () => {
    const [owner] = createReplicaClients(replicas.organizationKey);
    const made = await owner?.projects.createProject({
      body: { name: "catalogs", should_create_api_key: true },
    });
    return { clients: createReplicaClients(made?.api_key ?? "") };
  };
  const listSlugsAt = async (client: Platform): Promise<readonly string[]> => {
    const { items } = await client.tools.listTools({ limit: 1000 });
    return items.map(({ slug }) => slug).filter((slug) => slug.startsWith("MINE_"));
  };

  test("both serve a changed catalog from the answer on, and never half of a change", async () => {
    const { clients } = await createProject();
    const other = await createProject();
    let isChanging = true;
    const seen = new Set<string>();
    const reading = clients.map(async (client) => {
      while (isChanging) {
        seen.add((await listSlugsAt(client)).join(" "));
      }
    });
    const stale: string[] = [];
    const check = async (expected: readonly string[]): Promise<void> => {
      for (const [index, slugs] of (await Promise.all(clients.map(listSlugsAt))).entries()) {
        if (slugs.join(" ") !== expected.join(" ")) {
          stale.push(`process ${index}: ${slugs.join(" ")} instead of ${expected.join(" ")}`);
        }
      }
    };
    for (let round = 1; round <= rounds; round += 1) {
      const changing = clients[round % 2];
      const document = writeRoundDocument("mine", round);
      const body = { document };
      await (round === 1
        ? changing?.toolkits.importToolkit({ body: { slug: "mine", ...body } })
        : changing?.toolkits.replaceToolkit({ slug: "mine", body }));
      await check([`MINE_FIRST_${round}`, `MINE_SECOND_${round}`]);
      for (const client of clients) {
        const tool = await client.tools.getTool({ tool_slug: `MINE_FIRST_${round}` });
        expect(tool.available_versions).toHaveLength(1);
        const search = `fetch first ${round}`;
        const found = await client.tools.listTools({ search, toolkit_slug: "mine", limit: 1 });
        expect(found.items[0]?.slug).toBe(`MINE_FIRST_${round}`);
      }
    }
    await clients[0]?.toolkits.deleteToolkit({ slug: "mine" });
    await check([]);
    isChanging = false;
    await Promise.all(reading);

    expect(stale).toEqual([]);
    for (const slugs of seen) {
      expect(slugs).toMatch(/^(?:MINE_FIRST_(\d+) MINE_SECOND_\1)?$/);
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(await Promise.all(other.clients.map(listSlugsAt))).toEqual([[], []]);
  }, 120_000);
});
