import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bin, smallDocument as document, run, runProgram } from "../../test/run-cli.ts";
import { temporaryFolder, writeFiles } from "../../test/temporary-folder.ts";

test("generate writes, is quiet about what is up to date, and --check reports what is not", async () => {
  const folder = temporaryFolder({ "api.yaml": document });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const first = await run(folder, args);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("1 operation, 0 schemas. 3 files written, 0 unchanged, 0 removed.");
  expect((await run(folder, [...args, "--check"])).code).toBe(0);

  const path = join(folder, "out/types/index.d.ts");
  writeFileSync(path, "edited");
  const check = await run(folder, [...args, "--check"]);
  expect(check.code).toBe(1);
  expect(check.out).toContain("types/index.d.ts");
  expect(readFileSync(path, "utf8")).toBe("edited");

  const json = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(json).toMatchObject({
    ok: true,
    outputs: [
      { isUpToDate: false, operations: 1, schemas: 0, files: { written: ["types/index.d.ts"] } },
    ],
  });
  expect(readFileSync(path, "utf8")).toContain("export interface paths");
});

test("the process ends with the codes that the help names, and prints to both streams", async () => {
  const folder = temporaryFolder({ "api.yaml": document });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const written = await runProgram(folder, args);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining("written"), err: "" });
  writeFiles(folder, { "api.yaml": document.replace("getA", "getB") });
  const stale = await runProgram(folder, [...args, "--check"]);
  expect(stale).toMatchObject({ code: 1, out: expect.stringContaining("Not up to date"), err: "" });
  const wrong = await runProgram(folder, ["nope"]);
  expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("error:") });
});

test("every problem is reported at once, with its line and what to do, and nothing is written", async () => {
  const folder = temporaryFolder({
    "api.yaml": document
      .replace("{description: ok}", "{$ref: '#/nope'}")
      .replace("/a:", "/a/{id}:"),
    "mine/file.txt": "mine",
  });
  const args = ["generate", "api.yaml", "--out", "mine", "--targets", "types,nope"];
  const reported = await run(folder, args);
  expect(reported.code).toBe(1);
  expect(reported.err.match(/^(?:error|warning) [\w-]+/gm)).toEqual([
    "error unknown-target",
    "error output-not-ours",
    "error unresolved-reference",
    "warning missing-path-parameter",
  ]);
  expect(reported.err).toContain("api.yaml:8:17  #/paths/~1a~1{id}/get/responses/200/$ref");
  expect(reported.err).toContain('> 8 |         "200": {$ref: ');
  expect(reported.err).toContain("3 problems. Nothing was written.");
  expect(readdirSync(join(folder, "mine"))).toEqual(["file.txt"]);

  const { diagnostics, ok } = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(ok).toBe(false);
  expect(diagnostics).toHaveLength(4);
  expect(diagnostics[3]).toMatchObject({ file: "api.yaml", line: 8, column: 17 });
});

test.each([
  [["generate", "--nope"]],
  [["generate"]],
  [["generate", "api.yaml"]],
  [["generate", "api.yaml", "--out", "out", "--formats", "maybe"]],
  [["nope"]],
  [["types", "api.yaml", "--check"]],
  [["scaffold", "api.yaml"]],
  [["scaffold"]],
])("%j is wrong usage", async (args) => {
  const folder = temporaryFolder({ "api.yaml": document });
  const reported = await run(folder, args);
  expect(reported.code).toBe(2);
  expect(reported.err).toContain("error:");
  expect(readdirSync(folder)).toEqual(["api.yaml"]);
});

test.each(["generate", "docs", "scaffold"])(
  "%s reports a document that does not exist",
  async (command) => {
    const reported = await run(temporaryFolder(), [command, "nots"]);
    expect(reported).toMatchObject({ code: 2 });
    expect(reported.err).toContain(
      "error: the file nots does not exist, and redocly.yaml has no API of that name",
    );
  },
);

test("types are printed, or written as openapi-typescript does", async () => {
  const folder = temporaryFolder({ "api.yaml": document });
  const printed = await run(folder, ["types", "api.yaml", "--immutable", "-t"]);
  expect(printed.out).toContain("export type paths = {\n  readonly ");
  const written = await run(folder, ["types", "api.yaml", "-o", "a/b.d.ts"]);
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(await run(folder, ["types", "api.yaml", "-o", "a/b.d.ts", "--check"])).toMatchObject({
    code: 0,
  });
  expect(await run(folder, ["types", "api.yaml", "-o", "a/b.d.ts", "--check", "-t"])).toMatchObject(
    {
      code: 1,
    },
  );
});

test("the same document gives the same bytes in any working folder, time zone and locale", async () => {
  const folder = temporaryFolder({ "api.yaml": document, "other/x": "" });
  const outputs = new Set<string>();
  const variants = [
    { cwd: folder, source: "api.yaml", out: "out", env: { TZ: "UTC", LC_ALL: "C" } },
    {
      cwd: join(folder, "other"),
      source: "../api.yaml",
      out: "../out",
      env: { LC_ALL: "tr_TR.UTF-8" },
    },
    {
      cwd: "/",
      source: join(folder, "api.yaml"),
      out: join(folder, "out"),
      env: { TZ: "Asia/Tokyo" },
    },
  ];
  for (const { cwd, source, out, env } of variants) {
    const ended = await runProgram(cwd, ["generate", source, "--out", out], { env });
    expect(ended).toMatchObject({ code: 0 });
    outputs.add(contentsOf(join(folder, "out")));
    rmSync(join(folder, "out"), { recursive: true });
  }
  expect(outputs.size).toBe(1);
  const [output = ""] = outputs;
  expect(output).toContain("// To write it again: specwright generate api.yaml --out out\n");
  expect(output).not.toContain(folder);
});

/** Every file of a folder with its content. */
function contentsOf(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return files.map((path) => `${path}\n${readFileSync(join(folder, path), "utf8")}`).join("\n");
}

test("--watch generates again after an edit, and outlives a mistake", async () => {
  const folder = temporaryFolder({ "api.yaml": document });
  const args = [
    "-C",
    "source",
    bin,
    "generate",
    "api.yaml",
    "--out",
    "out",
    "--targets",
    "types",
    "--watch",
  ];
  const child = execFile(process.execPath, args, { cwd: folder });
  try {
    await printed(child, "Watching");
    writeFiles(folder, { "api.yaml": document.replace("/a:", "/a: [") });
    const before = readFileSync(join(folder, "out/types/index.d.ts"), "utf8");
    await printed(child, "The output was not changed.", "stderr");
    expect(readFileSync(join(folder, "out/types/index.d.ts"), "utf8")).toBe(before);
    writeFiles(folder, { "api.yaml": document.replace("/a:", "/b:") });
    await printed(child, "1 file written");
    expect(readFileSync(join(folder, "out/types/index.d.ts"), "utf8")).toContain('"/b"');
  } finally {
    child.kill();
  }
});

function printed(
  child: ReturnType<typeof execFile>,
  text: string,
  stream: "stdout" | "stderr" = "stdout",
): Promise<void> {
  return new Promise((resolve) => {
    let seen = "";
    const read = (chunk: string): void => {
      seen += chunk;
      if (seen.includes(text)) {
        child[stream]?.off("data", read);
        resolve();
      }
    };
    child[stream]?.on("data", read);
  });
}

test("generate ends with what the output does not hold, and --json has every place of it", async () => {
  const callbacks =
    "callbacks: {a: {b: {post: {callbacks: {done: {}}}}}}\n      servers: [{url: /other}]";
  const folder = temporaryFolder({
    "api.yaml": document.replace("operationId: getA", `operationId: getA\n      ${callbacks}`),
  });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const { out } = await run(folder, args);
  expect(out).toContain("2 places of the document are not enforced or not carried by the code");
  expect(out).toContain("1 × callback-not-carried  callbacks that nothing is generated for\n");
  const listed = await run(folder, [...args, "--losses"]);
  expect(listed.out).toMatch(/ {2}api\.yaml:7:\d+ {2}#\/paths\/~1a\/get\/callbacks\/a/);
  const json = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(json.outputs[0]).toMatchObject({
    diagnostics: [],
    losses: [
      { code: "server-not-carried", file: "api.yaml", line: 8 },
      { code: "callback-not-carried", file: "api.yaml", line: 7 },
    ],
  });
});

test("generate counts examples that do not fit their schemas, and --json has every one with its line", async () => {
  const folder = temporaryFolder({
    "api.yaml": `${document}components:
  schemas:
    A: {type: integer, example: one, default: two}
    B: {type: integer, example: one}
`,
  });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  expect((await run(folder, args)).out).toContain(
    "2 examples and 1 default of the document do not fit their schemas (--json lists them).\n",
  );
  const { outputs } = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(outputs[0].invalidExamples).toMatchObject([
    { code: "invalid-example", pointer: "/components/schemas/A/example", line: 11 },
    { code: "invalid-default", pointer: "/components/schemas/A/default", line: 11 },
    { code: "invalid-example", pointer: "/components/schemas/B/example", line: 12 },
  ]);
});

test("who stops reading what is printed gets the output all the same, and no stack trace", async () => {
  const folder = temporaryFolder({ "api.yaml": document });
  const child = spawn(
    process.execPath,
    ["-C", "source", bin, "generate", "api.yaml", "--out", "out"],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  child.stdout.destroy();
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(readFileSync(join(folder, "out/types/index.d.ts"), "utf8")).toContain("interface paths");
});

test("a document in the place of a command, as openapi-typescript has it, gets a message with the command for types", async () => {
  const folder = temporaryFolder({ "api.yaml": document });
  const reported = await run(folder, ["api.yaml", "-o", "api.ts"]);
  expect(reported).toMatchObject({ code: 2, out: "" });
  expect(reported.err).toContain("To make types of a document: specwright types <document>");
  expect((await run(folder, ["generat"])).err).not.toContain("To make types");
});
