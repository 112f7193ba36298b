import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startMock } from "../../scripts/serve/prism.ts";
import { lintPackage } from "../../scripts/support/lint-package.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findNeed } from "../support/needs.ts";
import { goToDefinition } from "./support/go-to-definition.ts";
import { installInto, listInstalledPackages } from "./support/install.ts";
import { bundleForBrowser, compile, compilers } from "./support/judges.ts";
import { installNodes, type Nodes } from "./support/nodes.ts";
import * as programs from "./support/programs.ts";
import { readSnippets, snippetUrl, startSnippet } from "./support/readmes.ts";
import { run, runWell } from "./support/run.ts";
import { startWithNpm, withNode } from "./support/started-project.ts";
import { createWorkspace, targets, type Workspace } from "./support/workspace.ts";

const patience = 300_000;

describe.skipIf(findNeed("packages") === undefined)("packages", { timeout: patience }, () => {
  let workspace: Workspace;
  let nodes: Nodes;
  /** A project with all packed packages, and the packages that they are used with from the registry. */
  let consumer: string;

  beforeAll(async () => {
    [workspace, nodes] = await Promise.all([createWorkspace(), installNodes()]);
    consumer = join(workspace.folder, "consumer");
    const packed = [...workspace.own, ...workspace.apis.flatMap(({ files }) => files)];
    await installInto(consumer, [...packed, "zod@4", "@types/node@24"]);
  }, patience);

  /** The project that `specwright init` creates. */
  const createStartedProject = (): string => join(workspace.folder, "started");

  afterAll(() => workspace?.remove());

  test("specwright installs with at most 15 packages, itself among them", () => {
    const packages = listInstalledPackages(workspace.tool);
    expect(packages).toContain("specwright");
    expect(packages.length).toBeLessThanOrEqual(15);
  });

  test.each([
    ["lint", "@redocly/cli", []],
    ["mock", "@stoplight/prism-cli", []],
  ])(
    "a package that only %s needs is named when it is missing: %s",
    async (command, name, args) => {
      const words = ["--no-install", "specwright", command, ...args];
      const { code, output } = await run(workspace.tool, "npx", words);
      expect(code).toBe(1);
      expect(output).toContain(`Run \`npm install --save-dev ${name}`);
      expect(existsSync(join(workspace.tool, "site"))).toBe(false);
    },
  );

  test("a document of Swagger 2.0 and an overlay name the package that they need", async () => {
    const folder = join(workspace.tool, "shaping");
    mkdirSync(folder, { recursive: true });
    const info = { title: "t", version: "1" };
    writeFileSync(
      join(folder, "old.json"),
      JSON.stringify({ swagger: "2.0", info, paths: {}, host: "a.example" }),
    );
    writeFileSync(join(folder, "new.json"), JSON.stringify({ openapi: "3.1.0", info, paths: {} }));
    const actions = [{ target: "$.info", update: { title: "u" } }];
    writeFileSync(
      join(folder, "overlay.json"),
      JSON.stringify({ overlay: "1.0.0", info, actions }),
    );
    for (const [name, words] of [
      ["@scalar/openapi-upgrader", ["old.json"]],
      ["json-p3", ["new.json", "--input", "overlays=overlay.json"]],
    ] as const) {
      const all = ["--no-install", "specwright", "shape", ...words];
      const { code, output } = await run(folder, "npx", all);
      expect(output).toContain(`Run \`npm install --save-dev ${name}\``);
      expect(code).toBe(1);
    }
  });

  // `npm run release` judges ours and those of our document (own-release.test.ts).
  test("publint and attw find nothing in generated ones", async () => {
    const files = workspace.apis.filter(({ name }) => name === "notes").flatMap((api) => api.files);
    const found = await Promise.all(files.map(lintPackage));
    expect(found.filter((text) => text !== "")).toEqual([]);
  });

  test("specwright init in an empty folder gives a project that starts, answers and passes its tests on each version of Node", async () => {
    const packages = workspace.own.flatMap((file) => ["--package", file]);
    await runWell(workspace.folder, "npx", ["--yes", ...packages, "specwright", "init", "started"]);
    // The project depends on versions that are not published yet, so install the packed ones.
    await runWell(createStartedProject(), "npm", [
      "install",
      "--no-audit",
      "--no-fund",
      ...workspace.own,
    ]);
    for (const node of nodes.values()) {
      const server = await startWithNpm(createStartedProject(), node);
      const answer = await fetch(server.url);
      expect([answer.status, await answer.json()]).toEqual([200, []]);
      // `npm run client` would build the project again first.
      const called = await runWell(createStartedProject(), node, ["dist/client.js"], {
        ...withNode(node),
        API_URL: new URL(server.url).origin,
      });
      expect(called).toContain("Buy milk.");
      await server.stop();
      expect(await runWell(createStartedProject(), "npm", ["test"], withNode(node))).toMatch(
        /pass 3\b/,
      );
    }
  });

  test("specwright init from a built clone gives a project that installs, starts and passes its tests without a registry that has our packages", async () => {
    const bin = resolveInRoot("packages/specwright/bin/specwright.js");
    const begun = join(workspace.folder, "from-clone");
    await runWell(workspace.folder, process.execPath, [bin, "init", begun]);
    await runWell(begun, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
    const server = await startWithNpm(begun, process.execPath);
    expect(await (await fetch(server.url)).json()).toEqual([]);
    await server.stop();
    expect(await runWell(begun, "npm", ["test"])).toMatch(/pass 3\b/);

    // Not below the workspace, whose packages would be found from there.
    const other = mkdtempSync(join(tmpdir(), "with-clone-"));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    const words = [bin, "generate", join(begun, "openapi.yaml"), "--out", "out"];
    const [, command = ""] =
      /Next:\n {2}(npm install .*)\n/.exec(await runWell(other, process.execPath, words)) ?? [];
    await runWell(other, "sh", ["-c", `${command} --no-audit --no-fund --prefer-offline`]);
    expect(listInstalledPackages(other)).toEqual(
      expect.arrayContaining(["@specwright/runtime", "zod"]),
    );
  });

  test("the snippets of our READMEs compile and run in that project", async () => {
    const readme = readFileSync(resolveInRoot("packages/specwright/README.md"), "utf8");
    const [server = "", client = "", validators = "", ...rest] = readSnippets(readme);
    expect(rest).toEqual([]);
    const files = [server, client, validators].map((code, index) => {
      writeFileSync(join(createStartedProject(), `readme-${index}.ts`), code);
      return `readme-${index}.ts`;
    });
    const [runtime = ""] = readSnippets(
      readFileSync(resolveInRoot("packages/runtime/README.md"), "utf8"),
    );
    writeFileSync(join(createStartedProject(), "runtime.ts"), runtime);
    files.push("runtime.ts");
    expect(await compile(createStartedProject(), files)).toBe("");
    const service = await startSnippet(createStartedProject(), "serve.ts", server);
    try {
      writeFileSync(
        join(createStartedProject(), "call.ts"),
        client.replaceAll(snippetUrl, service.url),
      );
      expect(await runWell(createStartedProject(), process.execPath, ["call.ts"])).toContain(
        "Buy milk.",
      );
    } finally {
      await service.stop();
    }
    await runWell(createStartedProject(), process.execPath, ["readme-2.ts"]);
    expect(await runWell(createStartedProject(), process.execPath, ["runtime.ts"])).toBe(
      "Buy milk.\n",
    );
  });

  test("the snippets of generated READMEs compile, call the mock and serve", async () => {
    const folder = join(workspace.folder, "consumer");
    const readmes = workspace.apis.flatMap(({ name, folder: generated }) =>
      targets.flatMap((target) => {
        const snippets = readSnippets(readFileSync(join(generated, target, "README.md"), "utf8"));
        expect(snippets).toHaveLength(1);
        const file = `readme-${name}-${target}.ts`;
        writeFileSync(join(folder, file), snippets[0] ?? "");
        return [{ api: name, target, file, code: snippets[0] ?? "" }];
      }),
    );
    const files = readmes.map(({ file }) => file);
    expect(await compile(folder, files)).toBe("");
    for (const { api, target, file, code } of readmes) {
      if (target === "server") {
        const service = await startSnippet(folder, file, code);
        const { status } = await fetch(
          service.url + (api === "notes" ? "/notes" : "/api/v3/toolkits"),
        );
        await service.stop();
        // Our API requires a key, and the hook in the snippet refuses every key.
        expect(status).toBe(api === "notes" ? 501 : 401);
      } else if (target === "client") {
        const mock = await startMock(await writeDocument(workspace, api));
        writeFileSync(join(folder, file), code.replaceAll(snippetUrl, mock.url));
        const printed = await runWell(folder, process.execPath, [file]);
        await mock.stop();
        expect(printed).toMatch(/^[[{]/);
      } else {
        await runWell(folder, process.execPath, [file]);
      }
    }
  });

  test("JavaScript imports every package on each version of Node, and client, server and validators agree", async () => {
    writeFileSync(join(consumer, "use.js"), programs.useFromJavaScript);
    const document = { openapi: "3.1.0", info: { title: "Empty", version: "1" }, paths: {} };
    writeFileSync(join(consumer, "openapi.json"), JSON.stringify(document));
    writeFileSync(join(consumer, "use.cjs"), programs.requireFromCommonJs);
    for (const [version, node] of nodes) {
      expect(await runWell(consumer, node, ["--version"])).toMatch(`v${version}.`);
      expect(await runWell(consumer, node, ["use.js"])).toBe("ok\n");
      expect(await runWell(consumer, node, ["use.cjs"])).toBe("ok\n");
    }
  });

  test.each(compilers.filter(({ resolution }) => resolution === "nodenext"))(
    "the output of TypeScript $name for a program runs on each version of Node, as a module and as CommonJS",
    async (how) => {
      writeFileSync(join(consumer, "run.mts"), programs.runFromTypeScript);
      writeFileSync(join(consumer, "run.cts"), programs.requireFromTypeScript);
      const out = `compiled-${how.name}`;
      expect(await compile(consumer, ["run.mts", "run.cts"], how, out)).toBe("");
      for (const node of nodes.values()) {
        expect(await runWell(consumer, node, [`${out}/run.mjs`])).toBe("ok\n");
        expect(await runWell(consumer, node, [`${out}/run.cjs`])).toBe("ok\n");
      }
    },
  );

  test("specwright generates on each version of Node, and a second run finds nothing to do", async () => {
    const bin = join(workspace.tool, "node_modules/specwright/bin/specwright.js");
    for (const node of nodes.values()) {
      // Every version of Node must generate the same bytes.
      const checked = await runWell(workspace.tool, node, [bin, "generate", "--check"]);
      expect(checked).toMatch(/Up to date: \d\d files unchanged/);
      const types = await runWell(workspace.tool, node, [bin, "types", "notes/openapi.yaml"]);
      expect(types).toContain("export interface paths");
    }
  });

  test.each(compilers)(
    "TypeScript $name with $resolution sees the types of every package",
    async (how) => {
      writeFileSync(join(consumer, "use.ts"), programs.useFromTypeScript);
      writeFileSync(join(consumer, "misuse.ts"), programs.misuse);
      // One program has both, because reading the declarations takes most of the time.
      const errors = (await compile(consumer, ["use.ts", "misuse.ts"], how)).match(
        /^.* error .*$/gm,
      );
      expect(errors).toHaveLength(3);
      expect(errors?.filter((line) => !/^misuse\.ts.* error TS2322/.test(line))).toEqual([]);
    },
  );

  test("an editor goes from a generated client to the runtime's source", async () => {
    const code = `import { isApiError } from "@example/notes-client";\nisApiError(undefined);\n`;
    writeFileSync(join(consumer, "editor.ts"), code);
    const { file, line } = await goToDefinition(consumer, "editor.ts", "isApiError");
    expect(file).toContain("node_modules/@specwright/runtime/src/v1/client/");
    expect(line).toContain("export function isApiError");
  });

  test("esbuild bundles clients and validators for browsers, which then run", async () => {
    writeFileSync(join(consumer, "browser.js"), programs.useInBrowser);
    await bundleForBrowser(join(consumer, "browser.js"), join(consumer, "bundle.mjs"));
    expect(await runWell(consumer, process.execPath, ["bundle.mjs"])).toBe("ok\n");
  });

  test("a target is generated with the one that it imports, which is reported", async () => {
    const { code, output } = await run(workspace.tool, "npx", [
      ..."--no-install specwright generate --targets client --out only-client".split(" "),
    ]);
    expect(output).toContain("Generated as well: types, which the targets that you named import.");
    expect(code).toBe(0);
    expect(existsSync(join(workspace.tool, "only-client/types/package.json"))).toBe(true);
  });

  test("every package has its licence and its README, and nothing but its own files", () => {
    const licence = readFileSync(resolveInRoot("LICENSE"), "utf8");
    for (const api of workspace.apis) {
      for (const target of targets) {
        const installed = join(consumer, "node_modules/@example", `${api.name}-${target}`);
        expect(readFileSync(join(installed, "LICENSE"), "utf8")).toBe(licence);
        expect(readFileSync(join(installed, "README.md"), "utf8")).toContain(
          "npm install @example/",
        );
      }
    }
  });
});

/** A document as one file, for the mock. */
async function writeDocument({ tool }: Workspace, name: "notes" | "platform"): Promise<string> {
  return name === "notes"
    ? readFileSync(join(tool, "notes/openapi.yaml"), "utf8")
    : (await bundleTheDocument()).yaml;
}
