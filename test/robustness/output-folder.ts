import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { makeRoundFiles } from "./rounds.ts";

/** Makes a folder that is removed when the test ends. */
export function makeRemovedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "specwright-robust-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The files of a folder by path, as text. */
export function readFolder(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/**
 * The rounds whose files are exactly the files in a folder: one round, or none when files of several rounds are mixed.
 * `others` are ignored.
 */
export function findRoundsIn(folder: string, others: readonly string[] = []): readonly number[] {
  const found = Object.entries(readFolder(folder)).filter(
    ([path]) => path !== ".specwright.json" && !others.includes(path),
  );
  return [0, 1, 2].filter((round) => {
    const files = new Map(makeRoundFiles(round).map(({ path, content }) => [path, content]));
    return (
      files.size === found.length && found.every(([path, content]) => files.get(path) === content)
    );
  });
}
