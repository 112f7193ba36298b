import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * A reader who searches for the name of a function should find one. Two conventions are right on purpose:
 *
 * - A handler has the name of its operation, and so may the one use case behind it: `createProject` in `handlers/` calls
 *   `createProject` in `domain/`.
 * - Rooms with the same job have the same files, with the same functions in them: `encodeBody` is in `encode-body.ts` of
 *   three folders named `requests`, and `renderText` in `render-text.ts` of two folders beside each other.
 */
const platform = "packages/platform/src/";
const handlers = `${platform}api/handlers/`;

/** Names in several files for other reasons. */
const exceptions: Readonly<Record<string, string>> = {
  createSession: "An operation of the API, and a public function of specwright.",
  items: "The keyword `items` of JSON Schema, and the items of all pages in generated clients.",
};

/** The exported functions of a source file. */
function listExportedFunctions(text: string): ReadonlySet<string> {
  const declared = text.matchAll(/^export (?:async )?function\*? (\w+)/gm);
  const assigned = text.matchAll(
    /^export const ([a-z]\w*)(?::[^=]+(?:=>[^=]+)?)? =\s+(?:async )?[(\w<]/gm,
  );
  return new Set([...declared, ...assigned].map(([, name = ""]) => name));
}

/** The names that occur in more than one file, each with its files. */
function listSharedNames(): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  const files = globSync("packages/*/src/**/*.{ts,tsx}");
  for (const file of files.filter((each) => !each.endsWith(".test.ts")).toSorted()) {
    for (const name of listExportedFunctions(readFileSync(file, "utf8"))) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  return new Map([...places].filter(([, found]) => found.length > 1));
}

/** Returns whether two files have the same name, in folders of the same name or beside each other. */
function areSiblings(one: string, other: string): boolean {
  const [room, otherRoom] = [dirname(one), dirname(other)];
  return (
    basename(one) === basename(other) &&
    (basename(room) === basename(otherRoom) || dirname(room) === dirname(otherRoom))
  );
}

/** Returns whether a handler and the use case behind it are the only two places of a name. */
function isHandlerWithUseCase(files: readonly string[]): boolean {
  const others = files.filter((file) => !file.startsWith(handlers));
  return files.length === 2 && others.length === 1 && others[0]?.startsWith(platform) === true;
}

function isByConvention(files: readonly string[]): boolean {
  return isHandlerWithUseCase(files) || files.every((file) => areSiblings(file, files[0] ?? ""));
}

describe("the names of exported functions", () => {
  test("are unique, except by the conventions above", () => {
    const shared = [...listSharedNames()].filter(([, files]) => !isByConvention(files));
    expect(Object.fromEntries(shared.filter(([name]) => !Object.hasOwn(exceptions, name)))).toEqual(
      {},
    );
    expect(shared.map(([name]) => name).toSorted()).toEqual(Object.keys(exceptions).toSorted());
  });

  test("are found in each form", () => {
    const text = `
      export function one() {}
      export async function two() {}
      export function* three() {}
      export const four: HandlerOf<"four"> = async (input) => input;
      export const five = (input: string): string => input;
      export const six: (input: string) => void = createSix();
      const seven = () => {};`;
    const found = listExportedFunctions(text.replaceAll(/^ +/gm, ""));
    expect([...found]).toEqual(["one", "two", "three", "four", "five", "six"]);
    expect(listSharedNames().size).toBeGreaterThan(40);
  });
});
