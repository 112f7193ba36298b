import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPortSetting } from "../../scripts/serve/prepare.ts";
import { collect, type Ended } from "../../scripts/support/collect.ts";
import { resolveInRoot, root } from "../../scripts/support/paths.ts";

let folder: string;

/** Edits that mend the problems that are ignored in our own document. */
const ignored: readonly (readonly [file: string, from: string, to: string])[] = [
  ["openapi.yaml", "/trigger_instances/manage/{id}:", "/trigger_instances/manage/by/{id}:"],
  [
    "paths/triggers.yaml",
    "      '200':\n        description: The delivery was taken,",
    `      '409':
        $ref: '../responses.yaml#/Conflict'
      '422':
        $ref: '../responses.yaml#/UnprocessableContent'
      '200':
        description: The delivery was taken,`,
  ],
  [
    "paths/connected-accounts.yaml",
    "      '200':\n        description: The results, as they are known.",
    `      '409':
        $ref: '../responses.yaml#/Conflict'
      '422':
        $ref: '../responses.yaml#/UnprocessableContent'
      '200':
        description: The results, as they are known.`,
  ],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-bad-input-"));
  await cp(resolveInRoot("spec"), join(folder, "spec"), { recursive: true });
  // `.redocly.lint-ignore.yaml` names places in our own document, and this copy is in another folder.
  for (const [file, from, to] of ignored) {
    const path = join(folder, "spec", file);
    const text = await readFile(path, "utf8");
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return collect(
    spawn(process.execPath, ["--conditions=source", resolveInRoot("scripts/run.js"), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

/** Lints a copy of the document with changed files, and restores them afterwards. */
async function lintWith(change: (file: string, text: string) => string): Promise<Ended> {
  const before = new Map<string, string>();
  for (const file of await readdir(join(folder, "spec"), { recursive: true })) {
    const path = join(folder, "spec", file);
    if (!file.endsWith(".yaml")) {
      continue;
    }
    const text = await readFile(path, "utf8");
    const changed = change(file, text);
    if (changed !== text) {
      before.set(path, text);
      await writeFile(path, changed);
    }
  }
  expect(before.size, "the change did not take").toBeGreaterThan(0);
  try {
    return await run(["lint-spec", join(folder, "spec/openapi.yaml")]);
  } finally {
    for (const [path, text] of before) {
      await writeFile(path, text);
    }
  }
}

/** A change of one file. */
function changeInToolkits(
  change: (text: string) => string,
): (file: string, text: string) => string {
  return (file, text) => (file === "paths/toolkits.yaml" ? change(text) : text);
}

describe("a document", () => {
  test("that is correct passes", async () => {
    const { code, output } = await run(["lint-spec", join(folder, "spec/openapi.yaml")]);
    expect(output).toContain("no errors");
    expect(code).toBe(0);
  });

  test("that does not parse is reported with file, line and column", async () => {
    const { code, output } = await lintWith(
      changeInToolkits((text) => text.replace("summary: List toolkits", "summary: 'List")),
    );
    expect(code).toBe(1);
    expect(output).toMatch(/paths\/toolkits\.yaml["']? ?[(:]\d+:\d+/);
    expect(output).toContain("Correct the places shown above");
  });

  test("with two faults, a reference to nowhere among them, is reported with both, with file, line and column", async () => {
    const { code, output } = await lintWith(
      changeInToolkits((text) =>
        text
          .replace("operationId: listToolkits", "operationId: ListToolkits")
          .replace("#/ToolkitList'", "#/NoSuchList'"),
      ),
    );
    expect(code).toBe(1);
    expect(output).toMatch(/paths\/toolkits\.yaml:\d+:\d+/);
    expect(output).toContain("operation-id-reads-as-a-method");
    expect(output).toContain("NoSuchList");
    expect(output).toContain("no-unresolved-refs");
  });

  /** Each mistake with its file, the text that is replaced, the replacement, and the rule that reports it. */
  const faults: readonly (readonly [string, string, string | RegExp, string, string])[] = [
    [
      "an example that does not match its schema",
      "examples/toolkits.yaml",
      "is_local_toolkit: false",
      "is_local_toolkit: perhaps",
      "no-invalid-media-type-examples",
    ],
    [
      "a response without x-request-id",
      "responses.yaml",
      "    x-request-id:\n      $ref: 'headers.yaml#/RequestId'\n",
      "    x-other:\n      $ref: 'headers.yaml#/RequestId'\n",
      "request-id-on-every-response",
    ],
    [
      "an error of another shape",
      "responses.yaml",
      "        $ref: 'schemas/errors.yaml#/Error'",
      "        $ref: 'schemas/errors.yaml#/ErrorDetail'",
      "one-error-shape",
    ],
    [
      "an error of a protocol that the operation does not speak",
      "responses.yaml",
      "        $ref: 'schemas/errors.yaml#/Error'",
      "        $ref: 'schemas/mcp.yaml#/McpRefusal'",
      "one-error-shape",
    ],
    [
      "a missing common code",
      "paths/toolkits.yaml",
      "      '405':\n        $ref: '../responses.yaml#/MethodNotAllowed'\n",
      "",
      "codes-of-every-operation",
    ],
    [
      "a POST without idempotency's codes",
      "paths/toolkits.yaml",
      "      '422':\n        $ref: '../responses.yaml#/UnprocessableContent'\n",
      "",
      "codes-of-post",
    ],
    [
      "a list without its envelope",
      "schemas/toolkits.yaml",
      "    total_pages:\n      $ref: 'common.yaml#/TotalPages'\n",
      "",
      "list-envelope",
    ],
    [
      "a list that does not say how it is paged",
      "paths/toolkits.yaml",
      "    x-pagination:",
      "    x-paged:",
      "list-is-paged",
    ],
    [
      "a summary that is a sentence",
      "paths/toolkits.yaml",
      "summary: List toolkits",
      "summary: Lists toolkits.",
      "summary-is-a-title",
    ],
    [
      "a body without an example",
      "paths/toolkits.yaml",
      / {12}examples:\n.*\n.*ToolkitList'\n/,
      "",
      "body-has-an-example",
    ],
    [
      "a body without a named schema",
      "paths/toolkits.yaml",
      "              $ref: '../schemas/toolkits.yaml#/ToolkitList'",
      "              type: object\n              properties:\n                items: {type: string}",
      "body-schema-is-named",
    ],
  ];

  test("with many faults fails the rule for each of them in one run", async () => {
    const { code, output } = await lintWith((file, text) =>
      faults.reduce(
        (changed, [, where, from, to]) =>
          where === file ? replaceExpected(changed, from, to) : changed,
        text,
      ),
    );
    for (const [fault, , , , rule] of faults) {
      expect(output, fault).toContain(rule);
    }
    expect(code).toBe(1);
  });
});

function replaceExpected(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  expect(changed, `the change of ${from} did not take`).not.toBe(text);
  return changed;
}

describe("a command", () => {
  test("names a data directory that cannot be used before anything is built", async () => {
    const { code, output } = await run(["start"], {
      PORT: "28417",
      PLATFORM_DATA: "/dev/null/data",
    });
    expect(code).toBe(1);
    expect(output).toContain("The data directory /dev/null/data cannot be used: ");
    expect(output).toContain("Set PLATFORM_DATA to a directory");
    expect(output).not.toMatch(/Generate|fault of the script/);
  });

  test("says which port is in use and writes nothing", async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, "127.0.0.1", () => {
        const address = taken.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
    const before = await stat(resolveInRoot("generated/docs")).catch(() => undefined);
    const { code, output } = await run(["start"], { PORT: String(port), HOST: "127.0.0.1" });
    taken.close();
    expect(output).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(output).toContain("Stop what uses it");
    expect(code).toBe(1);
    const after = await stat(resolveInRoot("generated/docs")).catch(() => undefined);
    expect(after?.mtimeMs).toBe(before?.mtimeMs);
  });

  test("says how the metrics get another port, before anything is built", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const PLATFORM_METRICS_PORT = String(port);
    const PLATFORM_DATA = join(folder, "data");
    const own = { PORT: "28418", PLATFORM_METRICS_PORT, PLATFORM_DATA };
    const { code, output } = await run(["start"], own);
    taken.close();
    expect(output).toContain(`PLATFORM_METRICS_PORT=${port + 1} npm start`);
    expect([code, output]).toEqual([1, expect.not.stringContaining("Generate")]);
  });

  test("says how the mock gets another port when its own is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, output } = await run(["mock", "--port", String(port)]);
    taken.close();
    expect(output).toContain(`npm run mock -- --port ${port + 1}`);
    expect(code).toBe(1);
  });

  test("refuses what is not a port", async () => {
    const { code, output } = await run(["start"], { PORT: "http" });
    expect(output).toContain('PORT is "http"');
    expect(code).toBe(1);
    for (const port of ["0", "70000"]) {
      expect(() => readPortSetting(port)).toThrow(`PORT is "${port}"`);
    }
  });

  test("says how to get a newer Node when the one that runs it is too old", async () => {
    const { code, output } = await runWithNodeVersion("20.11.0");
    expect(output).toContain("Node 24 is needed");
    expect(output).toContain("npm ci");
    expect(code).toBe(1);
  });
});

/** Runs the version check with a fake version number, because the machine may not have an older Node. */
async function runWithNodeVersion(version: string): Promise<Ended> {
  const preload = join(folder, "version.mjs");
  await writeFile(
    preload,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: ${JSON.stringify(version)} } });\n`,
  );
  return run(["start"], { NODE_OPTIONS: `--import=${preload}` });
}
