import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../support/needs.ts";
import { createRandom } from "../support/samples.ts";
import { type Registry, startRegistry } from "./support/registry.ts";
import { type ReleasedProject, startProject, startSpecwright } from "./support/released-project.ts";

const names = ["types", "client", "validators", "server"].map((target) => `@acme/notes-${target}`);

/** `npm run soak -- releases` kills 60 times. */
const kills = Number(process.env.SPECWRIGHT_RELEASE_KILLS ?? "4");
const killsOfRelease = 2;

/** More than the lines that a release prints: one for each judge that is left out and for each package, and the results. */
const mostLines = 9;

/** About the longest time between two lines, in milliseconds. */
const longestStep = 1500;

const limit = 300_000 + kills * 20_000;

const random = createRandom();

describe.skipIf(findNeed("packages") === undefined)(
  "a release that is killed",
  { timeout: limit },
  () => {
    let registry: Registry;
    let project: ReleasedProject;

    beforeAll(async () => {
      registry = await startRegistry();
      project = await startProject(registry);
    }, limit);

    afterAll(async () => {
      project?.remove();
      await registry?.stop();
    });

    test(`after ${kills} kills at random moments, releases are continued, and end as those that are not killed`, async () => {
      const integrities = new Map<string, string>();
      const reached: Record<number, number> = {};
      const releases = Math.ceil(kills / killsOfRelease);
      for (let release = 0; release < releases; release += 1) {
        if (release > 0) {
          await project.edit((text) =>
            text
              .replaceAll("required: [text", `required: [text, field${release}`)
              .replaceAll("text: {type", `field${release}: {type: string}, text: {type`),
          );
        }
        for (let kill = 0; kill < killsOfRelease; kill += 1) {
          const isWhole = kill % 2 === 0;
          await startSpecwright(project.folder, ["release"]).kill({
            lines: Math.floor(random() * mostLines),
            milliseconds: Math.floor(random() * longestStep),
            isWhole,
          });
          const published = await check(registry, integrities);
          const ofRelease = published - release * names.length;
          reached[ofRelease] = (reached[ofRelease] ?? 0) + 1;
        }
        expect(await project.release()).toMatchObject({ code: 0 });
      }
      const majors = Array.from({ length: releases }, (_, index) => index + 1);
      const raised = majors.map((major) => (major === 1 ? "1.2.0" : `${major}.0.0`));
      expect(await registry.listVersions(names)).toEqual([
        ...[raised, raised, raised],
        majors.map((major) => `1.${major + 1}.0`),
      ]);
      expect(await project.listTags()).toHaveLength(releases * names.length);
      process.stderr.write(
        `  packages that a release had published when it was killed: ${JSON.stringify(reached)}\n`,
      );
    });
  },
);

/** Every package has its dependencies, and no version changed its bytes. Returns the number of published versions. */
async function check(registry: Registry, integrities: Map<string, string>): Promise<number> {
  for (const [name, entry] of await registry.readEntries(names)) {
    for (const { version, dist, dependencies = {} } of Object.values(entry.versions)) {
      const key = `${name}@${version}`;
      expect(integrities.get(key) ?? dist.integrity).toBe(dist.integrity);
      integrities.set(key, dist.integrity);
      for (const [other, wanted] of Object.entries(dependencies)) {
        const isOurs = names.includes(other);
        expect(!isOurs || (await registry.listVersions([other]))[0]?.includes(wanted)).toBe(true);
      }
    }
  }
  return integrities.size;
}
