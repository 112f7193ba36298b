import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTargetProject, routesTarget } from "../../../../../test/support/own-target.ts";
import { type Run, run, runProgram } from "../../../test/run-cli.ts";
import { writeFiles } from "../../../test/temporary-folder.ts";

/** The settings of an API, in redocly.yaml. */
function configure(settings: object): string {
  const api = { root: "api.yaml", "x-specwright": { out: "out", ...settings } };
  return JSON.stringify({ apis: { pets: api } });
}

const routesFiles = {
  "routes.target.ts": routesTarget,
  "ending.ts": 'export const ending = "\\n";\n',
};

function makeProject(
  settings: object,
  files: Readonly<Record<string, string>> = routesFiles,
): string {
  return makeTargetProject({ ...files, "redocly.yaml": configure(settings) });
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

test("a target beside redocly.yaml is generated with its options, and generated again when a file of it changes", async () => {
  const settings = {
    targets: ["types", "./routes.target.ts"],
    options: { routes: { heading: "Paths" } },
  };
  const folder = makeProject(settings);
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/routes/routes.txt")).toBe('Paths\n"/pets"\n');
  expect(read(folder, "out/types/index.d.ts")).toContain("--targets types,routes.target.ts");
  const { inputs } = JSON.parse(read(folder, "out/.specwright.json")) as { inputs: object };
  expect(Object.keys(inputs)).toEqual(
    expect.arrayContaining(["../api.yaml", "../routes.target.ts", "../ending.ts"]),
  );
  expect(await run(folder, ["generate", "--check"])).toMatchObject({ code: 0 });
  writeFiles(folder, { "ending.ts": 'export const ending = "!\\n";\n' });
  expect(await runProgram(folder, ["generate", "--check"])).toMatchObject({ code: 1 });
  expect(await runProgram(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/routes/routes.txt")).toBe('Paths\n"/pets"!\n');
});

test("the help of generate lists the options of targets that redocly.yaml names", async () => {
  const folder = makeProject({ targets: ["./routes.target.ts"] });
  const { out } = await run(folder, ["generate", "--help"]);
  expect(out).toContain('  routes.heading: the first line; default "Routes"\n');
});

test("a target is the main module of a package", async () => {
  const folder = makeProject(
    { targets: ["specwright-target-routes"] },
    {
      "node_modules/specwright-target-routes/package.json": JSON.stringify({
        type: "module",
        exports: { ".": { types: "./index.d.ts", import: "./index.js" } },
      }),
      "node_modules/specwright-target-routes/index.js": routesTarget.replace(
        "./ending.ts",
        "./ending.js",
      ),
      "node_modules/specwright-target-routes/ending.js": 'export const ending = "\\n";\n',
    },
  );
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/routes/routes.txt")).toBe('Routes\n"/pets"\n');
});

test("a target of one's own becomes a package, with its npm packages and a README", async () => {
  const target = routesTarget
    .replace('name: "routes",', 'name: "routes", imports: ["types"],')
    .replace(
      "options:",
      'packages: [{ name: "zod", range: "^4", kind: "optional peer" }],\n  options:',
    );
  const folder = makeProject(
    { targets: ["./routes.target.ts"], package: { scope: "@acme" } },
    { ...routesFiles, "routes.target.ts": target },
  );
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(read(folder, "out/routes/package.json"))).toMatchObject({
    name: "@acme/pets-routes",
    description: "Pets: a list of paths",
    dependencies: { "@acme/pets-types": "1.0.0" },
    peerDependencies: { zod: "^4" },
    peerDependenciesMeta: { zod: { optional: true } },
  });
  expect(read(folder, "out/routes/README.md")).toContain("Pets: a list of paths.");
});

test("one part of a built-in target is replaced: how a schema is typed, and how an operation is named", async () => {
  const folder = makeProject(
    { targets: ["types", "client", "./dates.target.ts", "./names.target.ts"] },
    {
      "dates.target.ts": `import { defineTarget } from "specwright/target";
export default defineTarget({
  extends: "types",
  typeOf: ({ types }) => (types?.[0] === "string" ? 'import("./text.js").Text' : undefined),
});
`,
      "names.target.ts": `import { defineTarget } from "specwright/target";
export default defineTarget({
  extends: "client",
  nameOperation: ({ method, path }) => method + path.replace("/pets", "Animals"),
});
`,
    },
  );
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/client/index.js")).toContain("getAnimals");
  expect(read(folder, "out/types/operations.d.ts")).toContain('import("./text.js").Text');
});

test("templates of a target are used, the user's own take precedence, and both count as inputs", async () => {
  const target = `import { defineTarget } from "specwright/target";
export default defineTarget({
  name: "titles",
  description: "the title",
  templates: new URL("templates/", import.meta.url),
  plan: ({ info }) => JSON.stringify(info.title),
  files: (title, { render }) => [{ path: "titles/a.txt", content: render("titles/a", { title }) }],
});
`;
  const folder = makeProject(
    { targets: ["./titles.target.ts"] },
    { "titles.target.ts": target, "templates/titles/a.hbs": "one {{title}}\n" },
  );
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/titles/a.txt")).toBe('one "Pets"\n');
  expect(read(folder, "out/.specwright.json")).toContain("../templates/titles/a.hbs");
  writeFiles(folder, { "own/titles/a.hbs": "two {{title}}\n" });
  const given = [
    "generate",
    "api.yaml",
    "--out",
    "out",
    "--targets",
    "titles.target.ts",
    "--templates",
    "own",
  ];
  expect(await run(folder, given)).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/titles/a.txt")).toBe('two "Pets"\n');
});

const define = (members: string): string =>
  `import { defineTarget } from "specwright/target";\nexport default defineTarget({ description: "", plan: () => 0, files: () => [], ${members} });\n`;

test.each([
  [
    "a file that does not exist",
    {},
    { targets: ["./none.ts"] },
    /unknown-target {2}The target none\.ts does not exist\./,
  ],
  [
    "a package that is not installed",
    {},
    { targets: ["bruno"] },
    /unknown-target {2}`bruno` is not a target\.\n.*install the package bruno/,
  ],
  [
    "a misspelt name",
    {},
    { targets: ["clients"] },
    /invalid-configuration .*\n[\s\S]*files or packages/,
  ],
  [
    "no default export",
    { "a.ts": "export const a = 1;\n" },
    { targets: ["./a.ts"] },
    /a\.ts has no default export that `defineTarget` made/,
  ],
  [
    "code that does not parse",
    { "a.ts": "export default (;\n" },
    { targets: ["./a.ts"] },
    /invalid-target {2}The target a\.ts cannot be loaded: /,
  ],
  [
    "a name of a built-in target",
    { "a.ts": define('name: "client"') },
    { targets: ["./a.ts"] },
    /has the name of a built-in target, `client`/,
  ],
  [
    "a name that no folder can have",
    { "a.ts": define('name: "../a"') },
    { targets: ["./a.ts"] },
    /has the name `\.\.\/a`/,
  ],
  [
    "two targets of one name",
    { "a.ts": define('name: "x"'), "b.ts": define('name: "x"') },
    { targets: ["./a.ts", "./b.ts"] },
    /The targets a\.ts and b\.ts have the same name, `x`/,
  ],
  [
    "an import that does not exist",
    { "a.ts": define('name: "x", imports: ["cliant"]') },
    { targets: ["./a.ts"] },
    /imports the target `cliant`, which does not exist\.\n.*Did you mean `client`/,
  ],
  [
    "another contract",
    { "a.ts": 'export default { name: "x", contract: "specwright/target/v9" };\n' },
    { targets: ["./a.ts"] },
    /was written for the contract `specwright\/target\/v9`, and this specwright has `specwright\/target\/v1`/,
  ],
  [
    "a wrong option",
    routesFiles,
    { targets: ["./routes.target.ts"], options: { routes: { heading: 1 } } },
    /invalid-options {2}The value of `heading` is not valid\.\n.*Write a text/,
  ],
  [
    "an unknown option",
    routesFiles,
    { targets: ["./routes.target.ts"], options: { routes: { headin: "a" } } },
    /`routes` has no setting `headin`\.\n.*Did you mean `heading`/,
  ],
  [
    "options of a target that is not there",
    {},
    { targets: ["types"], options: { bruno: {} } },
    /`options` has options of `bruno`, which is not a target/,
  ],
  [
    "a plan that throws",
    { "a.ts": define('name: "x", plan: () => { throw new TypeError("no pets"); }') },
    { targets: ["./a.ts"] },
    /target-failed {2}The target a\.ts failed: no pets\n {2}TypeError: no pets\n {2} {4}at \S*plan .*a\.ts/,
  ],
  [
    "a file outside its folder",
    { "a.ts": define('name: "x", files: () => [{ path: "x/../../b", content: "" }]') },
    { targets: ["./a.ts"] },
    /returned the file `x\/\.\.\/\.\.\/b`, which is not in its folder/,
  ],
  [
    "a file that is there twice",
    {
      "a.ts": define(
        'name: "x", files: () => [{ path: "x/a", content: "" }, { path: "x/a", content: "b" }]',
      ),
    },
    { targets: ["./a.ts"] },
    /returned the file `x\/a` twice/,
  ],
])("%s is reported with what to do", async (_case, files, settings, message) => {
  const { code, err } = await run(makeProject(settings, files), ["generate"]);
  expect(err).toMatch(message);
  expect(err).toMatch(/→ \S/);
  expect(code).toBe(1);
});

test("a target that cannot be loaded is the only problem, also when it has options", async () => {
  const settings = { targets: ["./routes.target.ts"], options: { routes: { heading: "A" } } };
  const { err } = await run(makeProject(settings, { "routes.target.ts": "export {" }), [
    "generate",
  ]);
  expect(err).toContain("cannot be loaded");
  expect(err).not.toContain("invalid-options");
});

test("flags name targets as redocly.yaml does", async () => {
  const folder = makeTargetProject(routesFiles);
  const flags = ["--targets", "./routes.target.ts", "--options", '{"routes":{"heading":"A"}}'];
  const ended: Run = await run(folder, ["generate", "api.yaml", "--out", "out", ...flags]);
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(read(folder, "out/routes/routes.txt")).toBe('A\n"/pets"\n');
});
