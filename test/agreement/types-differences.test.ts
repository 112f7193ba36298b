import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { types } from "../../packages/specwright/src/commands/types.ts";
import { differencesOfFlags } from "./differences/flags.ts";
import { differencesOfPlaces } from "./differences/places.ts";
import { differencesOfSchemas } from "./differences/schemas.ts";
import { compileEach, printPeerTypes, writePeerTypes } from "./types/compare.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-differences-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The documents for which our types differ from openapi-typescript's, each because of a fault of openapi-typescript.
 * docs/migrating-from-openapi-typescript.md lists them.
 */
const differences = [...differencesOfFlags, ...differencesOfPlaces, ...differencesOfSchemas];

test("each difference from openapi-typescript is a bug in openapi-typescript", async () => {
  const files: string[] = [];
  const texts: string[] = [];
  for (const [index, { document, flags, options, extension = ".ts" }] of differences.entries()) {
    const path = join(folder, `${index}.json`);
    const whole = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths: {}, ...document };
    writeFileSync(path, JSON.stringify(whole));
    const theirs = `${index}-theirs${extension}`;
    const ours = `${index}-ours${extension}`;
    if (flags.includes("--dedupe-enums")) {
      await writePeerTypes(path, join(folder, theirs), flags);
    } else {
      writeFileSync(join(folder, theirs), await printPeerTypes(path, flags));
    }
    texts.push(types({ document: path, output: join(folder, ours), ...options }).text);
    files.push(theirs, ours);
  }
  const errors = await compileEach(folder, files);
  for (const [index, { title, theirs, ours, extension = ".ts" }] of differences.entries()) {
    expect(texts[index], title).toContain(ours);
    expect(errors.get(`${index}-ours${extension}`), title).toEqual([]);
    const theirErrors = errors.get(`${index}-theirs${extension}`) ?? [];
    if (theirs === undefined) {
      expect(theirErrors.length, `theirs compiles: ${title}`).toBeGreaterThan(0);
    } else {
      expect(theirErrors, title).toEqual([]);
      const text = readFileSync(join(folder, `${index}-theirs${extension}`), "utf8");
      expect(text, title).toContain(theirs);
    }
  }
});
