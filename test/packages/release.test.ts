import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findNeed } from "../support/needs.ts";
import { type Registry, startRegistry } from "./support/registry.ts";
import { type ReleasedProject, startProject } from "./support/released-project.ts";
import { runWell } from "./support/run.ts";

const patience = 300_000;

const names = ["types", "client", "validators", "server"].map((target) => `@acme/notes-${target}`);

describe.skipIf(findNeed("packages") === undefined)(
  "specwright release",
  { timeout: patience },
  () => {
    let registry: Registry;
    let project: ReleasedProject;

    beforeAll(async () => {
      registry = await startRegistry();
      project = await startProject(registry);
      project.link("@redocly/cli");
    }, patience);

    afterAll(async () => {
      project?.remove();
      await registry?.stop();
    });

    test("a tree with changes is refused, and --dry-run publishes nothing", async () => {
      writeFileSync(join(project.folder, "note.txt"), "not committed");
      const refused = await project.release();
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toContain(
        "error dirty-tree  There are changes that are not committed: note.txt.",
      );
      const planned = await project.release("--dry-run");
      expect(planned).toMatchObject({ code: 0 });
      expect(planned.output).toContain("@acme/notes-types  not published → 1.2.0");
      await project.commit("A note");
      expect(await registry.listVersions(names)).toEqual([[], [], [], []]);
    });

    test("without credentials, or an origin that takes tags, nothing is published; lint is left out without rules", async () => {
      const path = join(project.folder, ".npmrc");
      const npmrc = readFileSync(path, "utf8");
      writeFileSync(path, npmrc.replace(/^.*_authToken.*\n/m, ""));
      const missing = await project.release();
      // A token that the registry does not know.
      writeFileSync(path, npmrc.replace(/_authToken=.*/, "_authToken=x"));
      const wrong = await project.release();
      writeFileSync(path, npmrc);
      await project.git("remote", "set-url", "--push", "origin", "../nowhere");
      const lost = await project.release();
      await project.git("remote", "set-url", "--push", "origin", "../origin.git");
      for (const { code, output } of [missing, wrong]) {
        expect(code).toBe(1);
        expect(output).toContain(
          "left out  lint: redocly.yaml has no rules (`extends: [recommended]` in it adds some)",
        );
        expect(output).toContain("left out  publint: publint is not installed");
        expect(output).toContain("error no-credentials");
        expect(output).toContain("npm login");
        expect(output).toContain("1 problem. This run published nothing.");
      }
      expect(lost).toMatchObject({ code: 1 });
      expect(lost.output).toMatch(
        /error no-tag {2}The tags of this release cannot be pushed .*nowhere/,
      );
      expect(await registry.listVersions(names)).toEqual([[], [], [], []]);
    });

    test("a folder outside of git is refused", async () => {
      const folder = mkdtempSync(join(tmpdir(), "no-repository-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      cpSync(join(project.folder, "redocly.yaml"), join(folder, "redocly.yaml"));
      const { code, output } = await project.runIn(folder, "release");
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toContain("error no-commit");
      expect(output).toContain("git init");
    });

    test.each([
      ["publint", "publint"],
      ["@arethetypeswrong/cli", "attw"],
    ])(
      "problems that only %s finds stop the release before it publishes",
      async (name, program) => {
        // Our packages do not have a problem that it could find.
        const folder = join(project.folder, "node_modules", name);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, "package.json"), `{"bin": {"${program}": "fail.js"}}`);
        writeFileSync(join(folder, "fail.js"), "console.log('a finding'); process.exitCode = 1;");
        const { code, output } = await project.release();
        rmSync(folder, { recursive: true });
        expect({ code, output }).toMatchObject({ code: 1 });
        expect(output).toContain("a finding");
        expect(output).toContain(`error not-releasable  ${name} found problems`);
        expect(await registry.listVersions(names)).toEqual([[], [], [], []]);
        expect(await project.listTags()).toEqual([]);
      },
    );

    test("problems that Redocly finds, and a reference that cannot be made, stop the release before it publishes", async () => {
      const { folder } = project;
      mkdirSync(join(folder, "site"));
      writeFileSync(join(folder, "site/mine.txt"), "");
      const unmade = await project.release();
      expect(unmade).toMatchObject({ code: 1 });
      expect(unmade.output).toContain("output-not-ours");
      const planned = await project.release("--dry-run");
      expect(planned).toMatchObject({ code: 1 });
      expect(planned.output).toContain("@acme/notes-types  not published → 1.2.0");
      expect(planned.output).toContain("output-not-ours");
      const lint = "rules: {no-unresolved-refs: error, operation-summary: error}\n";
      rmSync(join(folder, "site"), { recursive: true });
      await project.configure((text) => lint + text);
      const linted = await project.release();
      expect(linted).toMatchObject({ code: 1 });
      expect(linted.output).toContain("operation-summary");
      expect(linted.output).toContain("error not-releasable  @redocly/cli found problems");
      await project.configure((text) => text.replace(", operation-summary: error", ""));
      expect(await registry.listVersions(names)).toEqual([[], [], [], []]);
      expect(await project.listTags()).toEqual([]);
    });

    test("the first release is judged, and publishes four packages; when origin refuses the tags, the message says what is done", async () => {
      project.link("publint", "@arethetypeswrong/cli");
      project.refuseTags(true);
      const { code, output } = await project.release("notes");
      rmSync(join(project.folder, "node_modules"), { recursive: true });
      expect(output).toContain("redocly lint notes");
      expect(output).toContain("publint run");
      expect(output).toMatch(/attw .*acme-notes-server-1\.2\.0\.tgz/);
      expect(output).toMatch(
        /error no-tag {2}The tags cannot be pushed to origin: .*tags are closed/,
      );
      expect(output).toContain(
        `1 problem. Published: ${names.map((name) => `${name}@1.2.0`).join(", ")}. \`specwright release notes\` continues from here.`,
      );
      expect(code).toBe(1);
      expect(await registry.listVersions(names)).toEqual(names.map(() => ["1.2.0"]));
    });

    test("the same command then publishes nothing, tags the commit, and makes the reference", async () => {
      project.refuseTags(false);
      const { code, output } = await project.release("notes");
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toMatch(/Nothing to release\.\nTagged .*\nsite has the reference\.\n$/);
      expect(existsSync(join(project.folder, "site/index.html"))).toBe(true);
      expect(await project.listTags()).toEqual(names.map((name) => `${name}@1.2.0`).toSorted());
    });

    test("a breaking change gives each package the version that its users need, and a release beside it waits and does nothing", async () => {
      await project.edit((text) =>
        text
          .replace("required: [text]", "required: [text, title]")
          .replaceAll("text: {type: string}", "text: {type: string}, title: {type: string}"),
      );
      const ended = await Promise.all([project.release(), project.release()]);
      expect(ended.map(({ code }) => code)).toEqual([0, 0]);
      const isWaiting = ({ output }: { readonly output: string }): boolean =>
        output.includes("Another release in this folder is running.");
      expect(ended.find(isWaiting)?.output).toMatch(/\nnotes: Nothing to release\.\n$/);
      expect(ended.find((each) => !isWaiting(each))?.output).toContain("4 packages published.");
      expect((await registry.listVersions(names)).map((versions) => versions.at(-1))).toEqual([
        ...["2.0.0", "2.0.0", "2.0.0", "1.3.0"],
      ]);
      expect(await project.listTags()).toHaveLength(8);
    });

    test("the changelog has both versions, and the code to change", async () => {
      const text = await registry.readFile(
        "@acme/notes-client@2.0.0",
        "CHANGELOG.md",
        project.folder,
      );
      expect(text).toMatch(/^# @acme\/notes-client\n\n## 2\.0\.0 \(\d{4}-\d\d-\d\d\)\n/);
      expect(text).toContain(
        "### POST /notes\n\n- **Breaking:** `NewNote` (in requests) has the required property `title`.",
      );
      expect(text).toContain("  +  title: …,");
      expect(text).toContain("\n## 1.2.0 (");
    });

    test("a side of diff can be a published package, by its name or by that of another one of the API", async () => {
      for (const side of ["npm:@acme/notes-types@1.2.0", "npm:@acme/notes-client@1.2.0"]) {
        const { output } = await project.run("diff", side, "openapi.yaml");
        expect(output).toContain("request-property-added-required");
      }
      const { code, output } = await project.run(
        "diff",
        "npm:@acme/notes-types@7.0.0",
        "openapi.yaml",
      );
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toContain("The registry has no @acme/notes-types@7.0.0.");
    });

    test("a registry that refuses is reported with the packages that are published, and the command that continues", async () => {
      const setUp = (scope: string, targets: string) => (text: string) =>
        text
          .replace("'@acme'", scope)
          .replace("out: generated", `out: generated\n      targets: ${targets}`);
      const undo = readFileSync(join(project.folder, "redocly.yaml"), "utf8");
      await project.configure(setUp("'@closed'", "[types]"));
      const closed = await project.release();
      expect(closed).toMatchObject({ code: 1 });
      expect(closed.output).toMatch(/error registry-refused .*\(E403\)\./);
      expect(closed.output).toContain("This run published nothing.");
      expect(closed.output).toContain(
        "Check that your account may publish packages of this scope.",
      );
      await project.configure(() => setUp("'@half'", "[types, client]")(undo));
      const half = await project.release();
      expect(half).toMatchObject({ code: 1 });
      expect(half.output).toContain(
        "1 problem. Published: @half/notes-types@1.2.0. `specwright release` continues from here.",
      );
      expect((await project.listTags()).filter((tag) => !tag.startsWith("@acme/"))).toEqual([]);
      await project.configure(() => undo);
    });

    test("the first version can be a prerelease that releases.yaml names", async () => {
      const undo = readFileSync(join(project.folder, "redocly.yaml"), "utf8");
      writeFileSync(
        join(project.folder, "releases.yaml"),
        "- {package: '@early/notes-types', version: 2.0.0-beta.1, words: Try it., reason: For a few.}\n",
      );
      await project.configure((text) =>
        text
          .replace("'@acme'", "'@early'")
          .replace("out: generated", "out: generated\n      targets: [types]"),
      );
      const planned = await project.release("--dry-run");
      expect(planned.output).toContain("@early/notes-types  not published → 2.0.0-beta.1");
      expect(planned.output).toContain("Set in releases.yaml: For a few. Computed: 1.2.0.");
      expect(planned.output).toContain(
        "npm publish early-notes-types-2.0.0-beta.1.tgz --tag beta\n",
      );
      expect(await project.release()).toMatchObject({ code: 0 });
      expect((await project.release()).output).toBe("notes: Nothing to release.\n");
      await project.configure(() => undo);
    });

    test("other declarations of the same document are shown, and decide on the versions", async () => {
      // A setting changes the output as a new version of specwright does.
      let undo = "";
      await project.configure((text) => {
        undo = text;
        return text.replace("out: generated", "out: generated\n      factory: openNotes");
      });
      const { code, output } = await project.release("--dry-run");
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain(`  @acme/notes-types  2.0.0, not changed
    No file differs from the published package.
  @acme/notes-client  2.0.0 → 3.0.0 (major)
    The document has not changed, but specwright or its settings have: declarations changed or are gone.
    index.d.ts
    - export type ApiOptions = TransportOptions;
`);
      await project.configure(() => undo);
    });

    test("a version in releases.yaml replaces the computed one, and a misspelt package stops the release", async () => {
      const writeOverride = (name: string): void =>
        writeFileSync(
          join(project.folder, "releases.yaml"),
          `- {package: '${name}', after: 2.0.0, version: 4.0.0, words: The great one., reason: Announced as 4.}\n`,
        );
      writeOverride("@acme/note-types");
      await project.edit((text) => text.replace("title: Notes", "title: Our notes"));
      await project.configure((text) =>
        text.replace("license: MIT", "version: 3.0.0, license: MIT"),
      );
      const misspelt = await project.release("--dry-run");
      expect(misspelt).toMatchObject({ code: 1 });
      expect(misspelt.output).toContain("Did you mean `@acme/notes-types`?");
      expect(misspelt.output).toContain("releases.yaml:1:3  #/0");
      writeOverride("@acme/notes-types");
      const planned = await project.release("--dry-run");
      expect(planned.output).toContain("@acme/notes-types  2.0.0 → 4.0.0");
      expect(planned.output).toContain("@acme/notes-client  2.0.0 → 3.0.0");
      expect(planned.output).toContain("Set in redocly.yaml. Computed: 2.0.1.");
      await project.configure((text) => text.replace("version: 3.0.0, ", ""));
      expect(await project.release()).toMatchObject({ code: 0 });
      expect((await registry.listVersions(names))[0]).toEqual(["1.2.0", "2.0.0", "4.0.0"]);
      const text = await registry.readFile(
        "@acme/notes-types@4.0.0",
        "CHANGELOG.md",
        project.folder,
      );
      expect(text).toContain("The great one.");
    });

    test("a version that is published with other files is refused", async () => {
      const latest = ["dist-tag", "add", "@acme/notes-types@2.0.0", "latest"];
      await runWell(project.folder, "npm", latest);
      writeFileSync(
        join(project.folder, "releases.yaml"),
        "- {package: '@acme/notes-types', after: 2.0.0, version: 4.0.0, reason: A mistake.}\n",
      );
      await project.edit((text) => text.replace("title: Our notes", "title: Their notes"));
      const before = await registry.listVersions(names);
      const { code, output } = await project.release();
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toContain("error version-taken  @acme/notes-types@4.0.0 was published before");
      expect(output).toContain("→ Set another version: add");
      expect(await registry.listVersions(names)).toEqual(before);
    });

    test("a registry that does not answer, and a document that does not parse, publish nothing", async () => {
      await project.edit((text) => `${text}\n  : [`);
      const parsed = await project.release();
      expect(parsed).toMatchObject({ code: 1 });
      expect(parsed.output).toMatch(/error [\w-]+ {2}.*\n.*openapi\.yaml:\d+/);
      await project.edit((text) => text.replace("\n  : [", ""));
      await registry.stop();
      const { code, output } = await project.release();
      expect(code).toBe(1);
      expect(output).toContain("error registry-unreachable");
    });
  },
);
