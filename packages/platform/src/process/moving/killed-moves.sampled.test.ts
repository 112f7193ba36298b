import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { chooseAmount, createRandom } from "../../../../../test/support/samples.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { exportProjects } from "./export-projects.ts";
import { importProjects } from "./import-projects.ts";
import type { Manifest } from "./manifest.ts";
import {
  createFullProject,
  createInstallation,
  type FullProject,
  type Installation,
  listStoredBytes,
  makeTestFolder,
  openSecret,
  requestMoving,
} from "./testing/moving-fixture.ts";

/** Ends a run at one of its statements, as a kill does: what it has committed or written to disk stays. */
function createKiller() {
  let [count, last] = [0, Number.POSITIVE_INFINITY];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      if (count >= last) {
        throw new Error("killed");
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    plugin,
    /** Runs the work up to this statement; @returns whether it was killed */
    run: async (at: number, work: () => Promise<unknown>): Promise<boolean> => {
      [count, last] = [0, at];
      try {
        await work();
        return false;
      } catch (error) {
        if (!(error instanceof Error && error.message === "killed")) {
          throw error;
        }
        return true;
      } finally {
        last = Number.POSITIVE_INFINITY;
      }
    },
    count: () => count,
  };
}

const random = createRandom();

/** Some whole numbers from 1 to `most`, other ones with each seed. */
function choosePoints(most: number, amount: number): readonly number[] {
  return Array.from({ length: amount }, () => 1 + Math.floor(random() * most));
}

/** Sums of rows and files, which do not depend on when a unit was exported. */
const list = ({ units }: Manifest) =>
  units.map(({ unit, tables, files }) => [unit.id, tables, files]);

test("killed at any statement and run again, export and import lose nothing and write nothing twice", async () => {
  const [pglite, server = pglite] = testDatabases();
  const killer = createKiller();
  const source = createInstallation(
    await (pglite as NonNullable<typeof pglite>).open({ plugins: [killer.plugin] }),
  );
  const projects = [await createFullProject(source), await createFullProject(source)];
  const whole = makeTestFolder();
  let expected: Manifest | undefined;
  await killer.run(Number.POSITIVE_INFINITY, async () => {
    expected = await exportProjects(requestMoving(source, whole));
  });
  const statements = killer.count();
  expect(statements).toBeGreaterThan(100);
  for (const at of choosePoints(statements, chooseAmount(6, 60))) {
    const folder = makeTestFolder();
    const runs: boolean[] = [];
    for (const point of [at, ...choosePoints(at, 2), Number.POSITIVE_INFINITY]) {
      runs.push(await killer.run(point, () => exportProjects(requestMoving(source, folder))));
    }
    expect(runs.at(-1), `killed at ${at}`).toBe(false);
    expect(list(await exportProjects(requestMoving(source, folder)))).toEqual(
      expected && list(expected),
    );
  }

  const open = async () => {
    const target = createKiller();
    const database = await (server as NonNullable<typeof server>).open({
      plugins: [target.plugin],
    });
    return { killing: target, ...createInstallation(database) };
  };
  const first = await open();
  await first.killing.run(Number.POSITIVE_INFINITY, () =>
    importProjects(requestMoving(first, whole)),
  );
  await first.platform.database.close();
  for (const at of choosePoints(first.killing.count(), chooseAmount(4, 40))) {
    const target = await open();
    const isKilled = await target.killing.run(at, () =>
      importProjects(requestMoving(target, whole)),
    );
    const there = await Promise.all(projects.map((project) => isThere(target, project)));
    const { imported, kept } = await importProjects(requestMoving(target, whole));
    // Each unit is there as a whole or not at all: two organizations, and two projects.
    expect([isKilled, imported.length + kept.length], `killed at ${at}`).toEqual([true, 4]);
    const keptProjects = kept.filter(({ kind }) => kind === "project");
    expect(keptProjects).toHaveLength(there.filter(Boolean).length);
    for (const project of projects) {
      expect(await openSecret(target, project)).toBe("a secret");
      expect(listStoredBytes(target, project.projectId)).toEqual(
        listStoredBytes(source, project.projectId),
      );
    }
    // An export of the target has the same rows as the one of the source. Only the wrapping of the keys differs.
    const back = await exportProjects(requestMoving(target, makeTestFolder()));
    expect(list(back).toSorted()).toEqual(expected && list(expected).toSorted());
    await target.platform.database.close();
  }
}, 600_000);

async function isThere({ platform }: Installation, { projectId }: FullProject): Promise<boolean> {
  const row = await platform.database.transactInProject(projectId, (trx) =>
    trx.selectFrom("projects").select("id").executeTakeFirst(),
  );
  return row !== undefined;
}
