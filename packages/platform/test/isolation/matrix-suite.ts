import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { chooseAmount } from "../../../../test/support/samples.ts";
import type { Tables } from "../../src/base/db/tables.ts";
import { createOrganization } from "../../src/domain/projects/create-organization.ts";
import { alterTables } from "../e2e/alter-tables.ts";
import { goodKey } from "../e2e/application.ts";
import { type Storage, startWorld, type World } from "../e2e/world.ts";
import { type Dump, dumpRows } from "./dump-rows.ts";
import { askForFileOf } from "./file-addresses.ts";
import type { IdPosition } from "./id-positions.ts";
import { type Cell, chooseKey, chooseValueAt, createCells, send } from "./matrix.ts";
import {
  bearerKinds,
  bearerLabels,
  knownKinds,
  notOwnedKinds,
  ownColumns,
  sameForOwn,
  tellsOfDeleted,
  unknownIds,
} from "./matrix-exceptions.ts";
import { type SeededProject, seedProject } from "./seed-project.ts";
import { createStripping } from "./strip-predicates.ts";

/** Enough time for hundreds of requests on a busy machine. */
const longMs = chooseAmount(120_000, 600_000);

/** The walls between projects that are active: the predicates of our queries, and row-level security. */
export type Walls = "both" | "row-level security alone" | "predicates alone" | "neither";

/** Operations without ids. Their responses are searched for rows of other projects. */
export const operationsWithoutIds: readonly string[] = [
  "getSessionInfo",
  "getConsoleSession",
  "createConsoleSession",
  "deleteConsoleSession",
  "openConsoleLink",
  "getProjectActivity",
  "listToolkitCategories",
  "listToolSlugs",
  "listWebhookEventTypes",
  "listWebhookSubscriptions",
  "listTriggerTypeSlugs",
  "getProjectConfig",
  "getProjectUsage",
  "updateProjectConfig",
  "listProjects",
];

/** Runs the matrix over these positions, on a new database, with these walls. */
export function testMatrix(storage: Storage, walls: Walls, positions: readonly IdPosition[]): void {
  const stripping = createStripping();
  let world: World;
  let own: SeededProject;
  let foreign: readonly { readonly name: string; readonly project: SeededProject }[];
  let cells: readonly Cell[];

  beforeAll(async () => {
    world = await startWorld({
      storage,
      // An API process without jobs, which would change rows while they are compared.
      environment: { PLATFORM_ROLE: "api" },
      ...((walls === "row-level security alone" || walls === "neither") && {
        plugins: [stripping.plugin],
      }),
    });
    const { organization } = await world.owner.auth.getSessionInfo();
    const home = { id: organization.id, key: world.keys.owner };
    const away = await createOrganization(world.serving.platform, "FRGNCXorganization");
    own = await seedProject(world, home, "MINEA", goodKey);
    // The owner's operations delete this project and replace its keys, so that the caller's project stays.
    const spare = await world.owner.projects.createProject({
      body: { name: "spare", should_create_api_key: true },
    });
    own = { ...own, ids: { ...own.ids, proj: spare.id } };
    foreign = [
      { name: "another project", project: await seedProject(world, home, "FRGNBX") },
      { name: "another organization", project: await seedProject(world, away, "FRGNCX") },
    ];
    // What the seeds have written is otherwise counted two seconds later, when rows are compared.
    await world.serving.platform.records.flush();
    const { document } = await bundleTheDocument();
    cells = createCells(document, world.coverage.places, positions, own);
    if (walls === "predicates alone" || walls === "neither") {
      await alterTables(world, "disable row level security");
    }
  }, longMs);
  afterAll(async () => {
    await world?.close();
  });

  /** Foreign values for a cell: ids of the other projects, including deleted ones. */
  const listForeignValues = (cell: Cell) =>
    foreign.flatMap(({ name, project }) => {
      // The owner of the organization may access its other project.
      const isOwners = cell.draft("").scheme === "OrganizationKey";
      if (isOwners && project.organizationId === own.organizationId) {
        return [];
      }
      return [
        { name, project, value: chooseValueAt(cell, project.marker, project.ids) },
        {
          name: `${name}, deleted`,
          project,
          value: chooseValueAt(cell, project.marker, project.deleted),
        },
      ].flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]));
    });
  /** Texts of the other projects that a response contains. */
  const findLeaks = (text: string): readonly string[] => {
    const lower = text.toLowerCase();
    return foreign.flatMap(({ project }) =>
      [project.marker, project.projectId, project.key, project.organizationKey]
        .concat(Object.values(project.ids), Object.values(project.deleted))
        .filter((part) => lower.includes(part.toLowerCase())),
    );
  };
  const dumpTables = (): Promise<readonly Dump[]> =>
    Promise.all(foreign.map(({ project }) => dumpRows(world, listOwners(project, own))));

  const askEverything = async (): Promise<readonly string[]> => {
    let asked = 0;
    const wrong: string[] = [];
    // Without walls, ask every cell, because every leak must be found.
    const one = walls === "neither" ? 1 : chooseAmount(3, 1);
    const first = storage === "PGlite" ? 0 : one - 1;
    for (const cell of cells.filter((_, index) => index % one === first)) {
      const ask = async (value: string) => {
        const draft = cell.draft(value);
        asked += 1;
        return await send(world, draft, chooseKey(draft, own), [value]);
      };
      const never = chooseValueAt(cell, "never", unknownIds) ?? "";
      const expected = await ask(never);
      if (expected.status >= 500 && expected.status !== 501) {
        wrong.push(`${cell.label}: ${expected.status}`);
      }
      for (const { name, value } of listForeignValues(cell)) {
        if (bearerKinds.has(cell.kind) || bearerLabels.test(cell.label)) {
          continue;
        }
        const reported = await ask(value);
        if (notOwnedKinds.has(cell.kind) && !name.endsWith("deleted")) {
          if (!reported.comparable.startsWith("403\n") || !reported.text.includes("NotOwned")) {
            wrong.push(`${cell.label}, ${name}: ${reported.comparable}`);
          }
        } else if (!knownKinds.has(cell.kind) && reported.comparable !== expected.comparable) {
          wrong.push(
            `${cell.label}, ${name}: ${reported.comparable}\nand not ${expected.comparable}`,
          );
        }
        const found = findLeaks(reported.text);
        if (found.length > 0) {
          wrong.push(`${cell.label}, ${name}: ${found} in ${reported.text}`);
        }
      }
      // A single call erases the rest of a user whose accounts are deleted.
      const { user: _, ...gone } = own.deleted;
      const deleted = chooseValueAt(cell, own.marker, gone);
      if (deleted !== undefined && !tellsOfDeleted.has(cell.place.operation.operationId)) {
        const reported = await ask(deleted);
        if (reported.comparable !== expected.comparable) {
          wrong.push(
            `${cell.label}, deleted: ${reported.comparable}\nand not ${expected.comparable}`,
          );
        }
      }
    }
    console.log(`${cells.length} requests at ${positions.length} positions, ${asked} answers`);
    return wrong;
  };

  if (walls === "neither") {
    test(
      "the matrix finds leaks when neither the predicates nor row-level security are there",
      async () => {
        // The matrix also deletes files, and without walls those of others.
        for (const { project } of foreign) {
          await expect(askForFileOf(world, own, project)).rejects.toThrow();
        }
        const wrong = (await askEverything()).join("\n");
        for (const operation of [
          "getAuthConfig",
          "getConnectedAccount",
          "deleteUser",
          "getProject",
          "deleteFile",
        ]) {
          expect(wrong).toContain(`${operation} path.`);
        }
      },
      longMs,
    );
    return;
  }

  test("every text that a caller can choose contains the marker in the other projects' rows", async () => {
    for (const [index, dump] of (await dumpTables()).entries()) {
      const marker = foreign[index]?.project.marker.toLowerCase() ?? "";
      for (const [table, rows] of Object.entries(dump)) {
        // Both projects belong to the caller's own organization.
        const isEmpty = foreign[index]?.project.organizationId === own.organizationId;
        expect([table, rows.length]).not.toEqual([
          table,
          table === "organizations" && isEmpty ? -1 : 0,
        ]);
        const all = rows.map((row) => Object.entries(JSON.parse(row)));
        const columns = new Set(all.flat().map(([column]) => column));
        const marked = new Set(
          all
            .flat()
            .filter(([, value]) => JSON.stringify(value).toLowerCase().includes(marker))
            .map(([column]) => column),
        );
        const open = [...columns].filter(
          (column) => !marked.has(column) && !ownColumns.test(column),
        );
        expect([table, open]).toEqual([table, []]);
      }
    }
  });

  test("lists contain nothing of the other projects", async () => {
    const { platform, keys, clientWith } = { ...world, keys: own };
    const mine = clientWith(keys.key);
    const {
      authConfigs,
      connectedAccounts,
      logs,
      toolkits,
      tools,
      triggerTypes,
      webhookSubscriptions,
      projects,
      auth,
    } = mine;
    const lists = [
      // The operations without ids.
      ...(await Promise.all([
        auth.getSessionInfo(),
        // The others answer the same, or one word.
        mine.console.createConsoleSession(),
        mine.console.getProjectActivity(),
        toolkits.listToolkitCategories(),
        tools.listToolSlugs(),
        triggerTypes.listTriggerTypeSlugs(),
        webhookSubscriptions.listWebhookEventTypes(),
        webhookSubscriptions.listWebhookSubscriptions(),
        projects.getProjectConfig(),
        projects.getProjectUsage(),
        projects.updateProjectConfig({ body: {} }),
      ])),
      await authConfigs.listAuthConfigs({ limit: 1000, show_disabled: true }),
      await connectedAccounts.listConnectedAccounts({ limit: 1000 }),
      await logs.listToolExecutionLogs({ body: {} }),
      await toolkits.listToolkits({ limit: 1000 }),
      await tools.listTools({ limit: 1000 }),
      await platform.auth.getSessionInfo(),
    ];
    expect(findLeaks(JSON.stringify(lists))).toEqual([]);
    // The other project of the organization belongs to the same owner.
    const owned = JSON.stringify(await world.owner.projects.listProjects({ limit: 1000 }));
    expect(owned).not.toContain("FRGNCX");
  });

  test(
    "another project's id and a deleted one are answered like an id that never existed",
    async () => {
      const before = await dumpTables();
      const calls = world.application.seen.length;
      expect(await askEverything()).toEqual([]);
      expect(await dumpTables()).toEqual(before);
      const sent = JSON.stringify(
        world.application.seen.slice(calls).map(({ path, headers, body }) => [path, headers, body]),
      );
      expect(findLeaks(sent)).toEqual([]);
    },
    longMs,
  );

  test(
    "the file of another project is not read, replaced or given to a tool",
    async () => {
      const before = await dumpTables();
      const calls = world.application.seen.length;
      for (const { project } of foreign) {
        const texts = await askForFileOf(world, own, project);
        expect(findLeaks(texts.join("\n"))).toEqual([]);
      }
      expect(await dumpTables()).toEqual(before);
      const sent = JSON.stringify(world.application.seen.slice(calls).map(({ body }) => body));
      expect(findLeaks(sent)).toEqual([]);
    },
    longMs,
  );

  test(
    "a key that was replaced is refused at every position, with the same answer",
    async () => {
      const wrong: string[] = [];
      for (const cell of cells) {
        for (const { project, value } of listForeignValues(cell)) {
          const draft = cell.draft(value);
          const reported = await send(world, draft, project.revokedKey, [value]);
          if (reported.status !== 401) {
            wrong.push(`${cell.label}: ${reported.comparable}`);
          }
          wrong.push(
            ...findLeaks(reported.text).map((part) => `${cell.label}: ${part} in ${reported.text}`),
          );
        }
      }
      expect(wrong).toEqual([]);
    },
    longMs,
  );

  // This checks the matrix itself, so one kind of database is enough.
  if (chooseAmount(false, walls === "both" && storage === "PGlite")) {
    test(
      "one's own id is answered differently from an id that never existed",
      async () => {
        const { document } = await bundleTheDocument();
        const home = { id: own.organizationId, key: own.organizationKey };
        const wrong: string[] = [];
        let mine = await seedProject(world, home, "MINED", goodKey);
        for (const place of new Set(cells.map((cell) => cell.place))) {
          const name = place.operation.operationId;
          // Operations change and delete what they name.
          if (place.method !== "get") {
            mine = await seedProject(world, home, "MINED", goodKey);
          }
          const again = createCells(document, world.coverage.places, positions, mine);
          for (const cell of again.filter((each) => each.place.operation.operationId === name)) {
            if (sameForOwn.some(({ pattern }) => pattern.test(cell.label))) {
              continue;
            }
            const values = {
              ...mine.ids,
              toolkit: "acme",
              tool: "ACME_CREATE_THING",
              trigger: "ACME_THING_LISTED",
            };
            const ask = async (value: string) => {
              const draft = cell.draft(value);
              return (await send(world, draft, chooseKey(draft, mine), [value])).comparable;
            };
            const never = await ask(chooseValueAt(cell, "never", unknownIds) ?? "");
            if ((await ask(chooseValueAt(cell, mine.marker, values) ?? "")) === never) {
              wrong.push(`${cell.label}: ${never}`);
            }
          }
        }
        expect(wrong).toEqual([]);
      },
      longMs,
    );
  }

  if (walls === "row-level security alone") {
    test("the predicates are really gone: without row-level security the same queries leak", async () => {
      expect(stripping.count()).toBeGreaterThan(500);
      const { database } = world.serving.platform;
      const listTableNames = (
        kysely: Kysely<Tables>,
      ): Promise<readonly { readonly name: string }[]> =>
        kysely
          .selectFrom("auth_configs")
          .select("name")
          .where("project_id", "=", own.projectId)
          .execute();
      const read = { stripped: "", whole: "" };
      const undone = database.unscoped.transaction().execute(async (trx) => {
        await sql`set local role none`.execute(trx);
        await sql`alter table auth_configs no force row level security`.execute(trx);
        read.stripped = JSON.stringify(await listTableNames(trx));
        read.whole = JSON.stringify(await listTableNames(trx.withoutPlugins()));
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(read.stripped).toMatch(/FRGNBX.*FRGNCX|FRGNCX.*FRGNBX/);
      expect(read.whole).toContain("MINEA");
      expect(findLeaks(read.whole)).toEqual([]);
    });
  }
}

function listOwners(project: SeededProject, own: SeededProject) {
  const { projectId, organizationId } = project;
  return organizationId === own.organizationId ? { projectId } : { projectId, organizationId };
}
