import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { createOrganization } from "../../src/domain/projects/create-organization.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { type Storage, startWorld, type World } from "../e2e/world.ts";
import { seedProject } from "../isolation/seed-project.ts";
import { accepted, accepts } from "./accepted.ts";
import type { Configuration } from "./configuration.ts";
import type { Finding } from "./findings.ts";
import { installSchemathesis } from "./python-environment.ts";
import { runSchemathesis } from "./run-schemathesis.ts";

const isSoak = process.env.SOAK === "1";
/**
 * The same cases every time, so that a failure is caused by a change. `npm run soak -- schemathesis` runs more of them,
 * and runs them on PGlite too: one storage is enough here, because other suites run every operation on both.
 */
const seeds = isSoak ? [1, 2, 3, 4, 5] : [1];
const examples = isSoak ? 170 : 5;
const minute = 60_000;

const python = findNeed("python");
const served: readonly Storage[] = isSoak ? ["PGlite", "PostgreSQL"] : ["PostgreSQL"];
const storages: readonly Storage[] = findNeed("postgresql") === undefined ? ["PGlite"] : served;
const runs = storages.flatMap((storage) => seeds.map((seed) => ({ storage, seed })));
const all: Finding[] = [];
const worlds: World[] = [];
afterAll(async () => {
  for (const world of worlds) {
    await world.close();
  }
});

test.skipIf(python === undefined).each(runs)(
  "schemathesis finds nothing on $storage with seed $seed that is not accepted with its reason",
  async ({ storage, seed }) => {
    const program = await installSchemathesis(python ?? "");
    const world = await startWorld({
      storage,
      environment: { PLATFORM_RATE_LIMIT: "1000000" },
      writeToolkits: writeQuickToolkits,
    });
    worlds.push(world);
    const { document } = await bundleTheDocument();
    const { cases, operations, seconds, findings } = await runSchemathesis({
      ...(await prepare(world)),
      program,
      url: world.url,
      applicationUrl: world.application.url,
      document: JSON.stringify(document),
      seed,
      examples,
    });
    all.push(...findings);
    const unexpected = findings.filter((each) => !accepted.some((entry) => accepts(entry, each)));
    process.stderr.write(
      `  ${storage}, seed ${seed}: ${cases} cases of ${operations} operations in ${Math.round(seconds)} s, ` +
        `${findings.length} findings, ${unexpected.length} not accepted\n`,
    );
    expect(listDifferent(unexpected)).toEqual([]);
    expect(operations).toBe(world.coverage.places.length);
    expect(world.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  },
  isSoak ? 60 * minute : 30 * minute,
);

test.skipIf(python === undefined)("every accepted finding still occurs", () => {
  const gone = accepted.filter(
    (entry) => entry.isRare !== true && !all.some((finding) => accepts(entry, finding)),
  );
  expect(gone).toEqual([]);
});

/**
 * Keys, and existing ids. Projects are deleted during a run, so the project's key and the deleting key belong to
 * different organizations.
 */
async function prepare(world: World): Promise<Pick<Configuration, "keys" | "known">> {
  // Call it first, on the connection that the world has just used. A seed takes long on a busy machine, and a
  // connection that was idle for five seconds may be closed while it is used.
  const { data } = await world.owner.projects.listProjects();
  const made = await createOrganization(world.serving.platform, "other");
  const { key, ids } = await seedProject(world, made, "SEED");
  return {
    keys: { project: key, organization: world.keys.owner, console: world.keys.console },
    known: {
      nanoid: [ids.ac, ids.ca],
      nano_id: data.map(({ id }) => id),
      slug: ["acme", "hackernews"],
      token: [ids.lk],
      tool_slug: ["ACME_GET_THING", "ACME_CREATE_THING", "ACME_GET_OLD", "HACKERNEWS_GET_ITEM"],
      user_id: [ids.user],
    },
  };
}

/** The toolkits of the other suites, without the tools that answer late or never. */
function writeQuickToolkits(applicationUrl: string): string {
  const folder = writeToolkits(applicationUrl);
  const file = join(folder, "acme.yaml");
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.filter((line) => !/^ {2}\/(slow|silent)/.test(line)).join("\n"));
  return folder;
}

/** One finding of each kind, as a line. */
function listDifferent(findings: readonly Finding[]): readonly string[] {
  const lines = new Map<string, string>();
  for (const { operation, check, status, answer, message, request } of findings) {
    const kind = `${operation} ${check} ${status} ${answer}`;
    if (!lines.has(kind)) {
      lines.set(kind, `${kind}\n    ${message.slice(0, 400)}\n    ${request}`);
    }
  }
  return [...lines.values()];
}
