import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bin, smallDocument as document, run, runProgram } from "../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../test/temporary-folder.ts";

test("generate writes, is quiet about files that are up to date, and --check reports the others", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
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
      { isUpToDate: true, operations: 1, schemas: 0, files: { written: ["types/index.d.ts"] } },
    ],
  });
  expect(readFileSync(path, "utf8")).toContain("export interface paths");
});

test.each(["generate", "types", "diff", "release", "verify", "scaffold", "docs", "init"])(
  "the help of %s ends with examples and exit codes",
  async (name) => {
    const { code, out } = await run(makeTemporaryFolder(), [name, "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(
        `\\nExamples:\\n(?:  specwright ${name}.*\\n)+\\n[^]*Exit codes: 0 .*; 1 .*; 2 wrong usage\\.\\n$`,
      ),
    );
  },
);

test("the process ends with the codes that the help names, and prints to both streams", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const written = await runProgram(folder, args);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining("written"), err: "" });
  writeFiles(folder, { "api.yaml": document.replace("getA", "getB") });
  const stale = await runProgram(folder, [...args, "--check"]);
  expect(stale).toMatchObject({ code: 1, out: expect.stringContaining("Not up to date"), err: "" });
  const wrong = await runProgram(folder, ["nope"]);
  expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("error:") });
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
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const reported = await run(folder, args);
  expect(reported.code).toBe(2);
  expect(reported.err).toContain("error:");
  expect(readdirSync(folder)).toEqual(["api.yaml"]);
});

test.each(["generate", "docs", "scaffold"])(
  "%s reports a document that does not exist",
  async (command) => {
    const reported = await run(makeTemporaryFolder(), [command, "nots"]);
    expect(reported).toMatchObject({ code: 1 });
    expect(reported.err).toContain(
      "The file nots does not exist, and redocly.yaml has no API of that name",
    );
  },
);

test("types are printed, or written as openapi-typescript does", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
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
  const folder = makeTemporaryFolder({ "api.yaml": document, "other/x": "" });
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
    outputs.add(readContents(join(folder, "out")));
    rmSync(join(folder, "out"), { recursive: true });
  }
  expect(outputs.size).toBe(1);
  const [output = ""] = outputs;
  expect(output).toContain("// To write it again: specwright generate api.yaml --out out\n");
  expect(output).not.toContain(folder);
});

/** All files of a folder, with their contents. */
function readContents(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return files.map((path) => `${path}\n${readFileSync(join(folder, path), "utf8")}`).join("\n");
}

test("--watch generates again after an edit, and outlives a mistake", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
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
    await waitUntilPrinted(child, "Watching");
    writeFiles(folder, { "api.yaml": document.replace("/a:", "/a: [") });
    const before = readFileSync(join(folder, "out/types/index.d.ts"), "utf8");
    await waitUntilPrinted(child, "The output was not changed.", "stderr");
    expect(readFileSync(join(folder, "out/types/index.d.ts"), "utf8")).toBe(before);
    writeFiles(folder, { "api.yaml": document.replace("/a:", "/b:") });
    await waitUntilPrinted(child, "1 file written");
    expect(readFileSync(join(folder, "out/types/index.d.ts"), "utf8")).toContain('"/b"');
  } finally {
    child.kill();
  }
});

function waitUntilPrinted(
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

test("a program that stops reading the output gets no stack trace, and the files are written all the same", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
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
