import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { compareOwnPackage } from "../../scripts/release/own-packages.ts";
import { findNeed } from "../support/needs.ts";
import { type CopiedRepository, copyRepository } from "./support/copied-repository.ts";
import { packInto } from "./support/install.ts";
import { type Registry, startRegistry } from "./support/registry.ts";
import { runWell } from "./support/run.ts";

const patience = 300_000;

describe.skipIf(findNeed("packages") === undefined)(
  "npm run release",
  { timeout: patience },
  () => {
    let registry: Registry;
    let copy: CopiedRepository;

    beforeAll(async () => {
      registry = await startRegistry();
      copy = await copyRepository(registry);
    }, patience);

    afterAll(async () => {
      copy?.remove();
      await registry?.stop();
    });

    test("it publishes specwright's packages, then those of our API, and tags both", async () => {
      const { code, output } = await copy.runScript("release");
      expect(code, output).toBe(0);
      const own = [
        "@specwright/patterns",
        "@specwright/runtime",
        "@specwright/templates",
        "specwright",
      ];
      const ofApi = ["types", "client", "validators", "server", "cli"].map(
        (target) => `@integration-platform/api-${target}`,
      );
      const names = [...own, ...ofApi];
      const versions = await registry.listVersions(names);
      expect(versions.map((found) => found.length)).toEqual(names.map(() => 1));
      const tags = names.map((name, index) => `${name}@${versions[index]?.[0]}`);
      expect(await copy.listTags()).toEqual(tags.toSorted());
    });

    test("the version of a package is held against its declarations and those that are published", async () => {
      const name = "@specwright/compared";
      const old = "export const first: string;\nexport const second: string;\n";
      const less = "export const first: string;\n";
      const more = `${old}export const third: string;\n`;
      const folders = [old, `${old}//`, less, more].map((declarations, index) => {
        const folder = join(copy.folder, `../compared-${index}`);
        mkdirSync(folder);
        writeFileSync(
          join(folder, "package.json"),
          JSON.stringify({ name, version: `1.0.${index}` }),
        );
        writeFileSync(join(folder, "index.d.ts"), declarations);
        return folder;
      });
      const into = join(copy.folder, "../compared");
      const [published = "", touched = "", smaller = "", larger = ""] = await packInto(
        folders,
        into,
      );
      const words = ["publish", published, "--access", "public"];
      await runWell(copy.folder, "npm", words, copy.environment);
      process.env.npm_config_registry = registry.url;
      onTestFinished(() => {
        delete process.env.npm_config_registry;
      });
      const compare = (version: string, file: string): ReturnType<typeof compareOwnPackage> =>
        compareOwnPackage(name, version, file);
      expect(await compare("1.0.0", published)).toMatchObject({ isPublished: true });
      await expect(compare("1.0.0", touched)).rejects.toThrow(
        /was published before, with other files: .*index\.d\.ts.* A version never changes\./,
      );
      await expect(compare("1.1.0", smaller)).rejects.toThrow("its declarations need 2.0.0");
      await expect(compare("1.0.1", larger)).rejects.toThrow("its declarations need 1.1.0");
      expect(await compare("1.1.0", larger)).toMatchObject({ last: "1.0.0", isPublished: false });
    });
  },
);
