import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";
import { chooseAmount } from "../support/samples.ts";

const nobody = 65_534;

const commands = [
  { bin: "packages/platform/bin/platform.js", name: "integration-platform" },
  { bin: "packages/specwright/bin/specwright.js", name: "specwright" },
] as const;

/** The compiled code that `nobody` prepared for a command: it prints a word when the command loads it. */
let planted: string;

const word = "code of nobody";

describe.skipIf(findNeed("root") === undefined).each(commands)("$name", ({ bin, name }) => {
  beforeAll(() => {
    planted = mkdtempSync(join(tmpdir(), "planted-"));
    start(bin, { NODE_COMPILE_CACHE: planted });
    expect(poison(planted)).toBeGreaterThan(0);
  });

  afterAll(() => rmSync(planted, { recursive: true }));

  test("would run planted code if its user named the folder", () => {
    expect(start(bin, { NODE_COMPILE_CACHE: planted })).toContain(word);
  });

  const cases: readonly (readonly [string, (places: Places) => string])[] = [
    ["its own folder belongs to another user", ({ cache }) => give(plant(cache, name))],
    [
      "the folder of caches is a link that another user made",
      ({ home, cache, theirs }) => {
        symlinkSync(theirs, cache);
        lchownSync(cache, nobody, nobody);
        chmodSync(home, 0o1777);
        return plant(theirs, name);
      },
    ],
    [
      "others may write its own folder",
      ({ cache }) => {
        const folder = plant(cache, name);
        chmodSync(folder, 0o777);
        return folder;
      },
    ],
    [
      "the folder of caches belongs to another user",
      ({ cache }) => give(plant(cache, name), cache),
    ],
    [
      "the home belongs to another user",
      ({ home, cache }) => give(plant(cache, name), cache, home),
    ],
    [
      "its own folder is a link to one of another user",
      ({ cache, theirs }) => {
        mkdirSync(cache);
        symlinkSync(join(theirs, name), join(cache, name));
        return give(plant(theirs, name), theirs);
      },
    ],
    [
      "Node's usual folder below the temporary one belongs to another user",
      ({ temporary }) => give(plant(temporary, "node-compile-cache")),
    ],
  ];

  test.each(cases.slice(0, chooseAmount(2, cases.length)))(
    "does not run planted code, and writes nothing beside it, when %s",
    (_, prepare) => {
      const places = makePlaces();
      const folder = prepare(places);
      const before = listFiles(folder);
      expect(before.length).toBeGreaterThan(1);
      const printed = start(bin, { HOME: places.home, TMPDIR: places.temporary });
      expect(printed).toContain("Usage:");
      expect(printed).not.toContain(word);
      expect(listFiles(folder)).toEqual(before);
    },
  );
});

interface Places {
  readonly folder: string;
  readonly home: string;
  readonly cache: string;
  readonly temporary: string;
  /** An empty folder for files of another user. */
  readonly theirs: string;
}

/** A home and a temporary folder of this user. */
function makePlaces(): Places {
  const folder = mkdtempSync(join(tmpdir(), "places-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const makeFolder = (name: string): string => {
    mkdirSync(join(folder, name), { mode: 0o755 });
    return join(folder, name);
  };
  const home = makeFolder("home");
  return {
    folder,
    home,
    temporary: makeFolder("tmp"),
    theirs: makeFolder("theirs"),
    cache: join(home, ".cache"),
  };
}

/** Copies the planted code to a folder. */
function plant(parent: string, name: string): string {
  const path = join(parent, name);
  cpSync(planted, path, { recursive: true });
  return path;
}

/** Gives a folder and all in it to `nobody`, and further folders without what is in them. */
function give(folder: string, ...above: readonly string[]): string {
  const inside = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const path of [folder, ...inside.map((name) => join(folder, name)), ...above]) {
    chownSync(path, nobody, nobody);
  }
  return folder;
}

/** The path of everything in a folder, with the time of its last change. */
function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => `${path} ${statSync(join(folder, path)).mtimeMs}`)
    .sort();
}

/** Runs a command and returns what it printed. */
function start(bin: string, env: Readonly<Record<string, string>>): string {
  const { PATH, HOME } = process.env;
  return execFileSync(process.execPath, ["-C", "source", resolveInRoot(bin), "--help"], {
    env: { PATH, HOME, ...env },
    encoding: "utf8",
  });
}

/**
 * Changes the JavaScript that Node keeps for files of TypeScript. Each file begins with five numbers of 32 bits: a mark, the
 * sizes of source and content, and the CRC-32 of both (node: `src/compile_cache.cc`).
 *
 * @returns how many files it changed
 */
function poison(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
  const changed = paths.filter((path) => {
    const file = readFileSync(path);
    const text = file.subarray(headerBytes).toString();
    if (!/^export async function run\w*Cli/m.test(text)) {
      return false;
    }
    const content = Buffer.from(`${text}\nconsole.log("${word}");\n`);
    const header = file.subarray(0, headerBytes);
    header.writeUInt32LE(content.length, 8);
    header.writeUInt32LE(crc32(content), 16);
    writeFileSync(path, Buffer.concat([header, content]));
    return true;
  });
  return changed.length;
}

const headerBytes = 20;
