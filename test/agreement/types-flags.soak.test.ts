import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type TypesOptions, types } from "../../packages/specwright/src/commands/types.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findNeed } from "../support/needs.ts";
import { compareTypes, printPeerTypes, writePeerTypes } from "./types/compare.ts";
import { fixture } from "./types/fixture.ts";
import { flagsFixture } from "./types/flags-fixture.ts";
import { importValues, readExports, withSharedEnums } from "./types/values.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-flags-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every flag that changes the types, alone and together with the flags that it is used with. */
const runs: readonly (readonly [flags: readonly string[], options: Partial<TypesOptions>])[] = [
  [["--immutable"], { immutable: true }],
  [["--additional-properties"], { additionalProperties: true }],
  [["--empty-objects-unknown"], { emptyObjectsUnknown: true }],
  [["--properties-required-by-default"], { propertiesRequiredByDefault: true }],
  [["--default-non-nullable=false"], { defaultNonNullable: false }],
  [["--path-params-as-types"], { pathParamsAsTypes: true }],
  [["--generate-path-params"], { generatePathParams: true }],
  [["--array-length"], { arrayLength: true }],
  [["--array-length", "--immutable"], { arrayLength: true, immutable: true }],
  [["--alphabetize"], { alphabetize: true }],
  [["--exclude-deprecated"], { excludeDeprecated: true }],
  [["--export-type"], { exportType: true }],
  [["--read-write-markers"], { readWriteMarkers: true }],
  [["--make-paths-enum"], { makePathsEnum: true }],
  [["--enum"], { enum: true }],
  [["--enum", "--conditional-enums"], { enum: true, conditionalEnums: true }],
  [["--enum", "--dedupe-enums"], { enum: true, dedupeEnums: true }],
  [["--enum-values"], { enumValues: true }],
  [["--enum-values", "--immutable"], { enumValues: true, immutable: true }],
  [["--root-types"], { rootTypes: true }],
  [["--root-types", "--enum"], { rootTypes: true, enum: true }],
  [
    ["--root-types", "--root-types-no-schema-prefix"],
    { rootTypes: true, rootTypesNoSchemaPrefix: true },
  ],
  [["--root-types", "--root-types-keep-casing"], { rootTypes: true, rootTypesKeepCasing: true }],
];

/** The flags with which openapi-typescript writes code that does not compile, and why. */
const broken: Readonly<Record<string, string>> = {
  "flags --root-types --root-types-keep-casing": "names of components are no identifiers",
  "types --root-types --root-types-keep-casing": "see flags",
  "train-travel --root-types --root-types-keep-casing": "see flags",
};

/** Members of `ApiPaths` that only our output has, and why. */
const onlyOurPaths: Readonly<Record<string, string>> = {
  __proto___2: "in theirs it is a member that no object has",
  again: "theirs leaves out operations behind a reference to a path item",
};

/** Lists of values whose type is wider in openapi-typescript's output, and why. */
const narrower: Readonly<Record<string, string>> = {
  toolkitVersionsAnyOf0Values:
    "theirs has the type of the whole alternative, which allows other values",
  httpServer_v2StatusEitherOneOf0Values: "see toolkitVersionsAnyOf0Values",
  pathsPetsPetIdToysToyIdParametersParametersQueryOrderValues:
    "theirs refers to a place that its types do not have",
  toolRequestParameterInValues: "see pathsPetsPetIdToysToyIdParametersParametersQueryOrderValues",
  toolRequestParameterTypeValues: "see pathsPetsPetIdToysToyIdParametersParametersQueryOrderValues",
  pathsPetsPetIdToysToyIdGetResponses200ContentApplicationJsonSizeValues:
    "theirs does so with --immutable, behind a readonly array",
  pathsPetsPetIdToysToyIdGetParametersQueryKindValues:
    "theirs is a list of lists with --immutable, because it looks behind arrays that can be changed only",
  httpServer_v2StatusListValues: "see pathsPetsPetIdToysToyIdGetParametersQueryKindValues",
  toolExecutionLogTruncatedValues: "see pathsPetsPetIdToysToyIdGetParametersQueryKindValues",
};

/** Schemas whose `Readable` and `Writable` differ, and why. */
const otherMarkers: Readonly<Record<string, string>> = {
  Tuple:
    "theirs makes an array of a tuple, so that the lengths and places of its elements are lost",
  Const: "see Tuple",
};

/** The exports that only our output has, and why. */
const onlyOurs: Readonly<Record<string, string>> = {
  SchemaWithNull: "theirs has neither an enum nor an alias for a list of values with null",
  SchemaMixed: "see SchemaWithNull: the list has values that are neither strings nor numbers",
  SchemaEnum: "see SchemaMixed",
};

async function printTheirText(document: string, flags: readonly string[]): Promise<string> {
  if (!flags.includes("--dedupe-enums")) {
    return printPeerTypes(document, flags);
  }
  await writePeerTypes(document, join(folder, "peer.ts"), flags);
  return readFileSync(join(folder, "peer.ts"), "utf8");
}

/**
 * The compiler's messages about declarations when it checks them. `--path-params-as-types` gives index signatures, whose
 * types clash when paths overlap (`/a/{b}`, `/a/{b}/c`), in both; theirs refers to places that do not exist, see above.
 */
const tolerated = /error TS241[13]:|-theirs\.d\.ts\(.*error TS2339:/;

interface Pair {
  readonly flags: string;
  readonly names: readonly [ours: string, theirs: string, more: readonly string[]];
}

/**
 * Runs both tools with every flag. Compares their exports at run time, and then all types in one run of the compiler.
 */
async function compareAll(name: string, document: string): Promise<void> {
  const plain = types({ document }).text;
  const changed: string[] = [];
  const pairs: Pair[] = [];
  for (const [index, [flags, options]] of runs.entries()) {
    const ours = types({ document, ...options }).text;
    const theirs = await printTheirText(document, flags);
    changed.push(...(ours === plain ? [] : [flags.join(" ")]));
    const id = `${name}-${index}`;
    if (broken[`${name} ${flags.join(" ")}`] === undefined) {
      await compareValues(ours, theirs, id, flags.join(" "));
      pairs.push({ flags: flags.join(" "), names: writePair(ours, theirs, id, flags) });
    } else {
      await importValues(ours, folder, id);
      await expect(importValues(theirs, folder, id)).rejects.toThrow("ERROR");
    }
  }
  const messages = await compareTypes(
    folder,
    pairs.map(({ names }) => names),
    tolerated,
  );
  const found = pairs.map(({ flags }, index) => [flags, messages[index]] as const);
  expect(found.filter(([, differences]) => differences?.length !== 0)).toEqual([]);
  expect(changed.length, `flags that change something in ${name}`).toBeGreaterThan(5);
}

async function compareValues(
  ours: string,
  theirs: string,
  id: string,
  flags: string,
): Promise<void> {
  const our = await importValues(ours, folder, `${id}-ours`);
  const their = await importValues(theirs, folder, `${id}-theirs`);
  // Enums of texts are objects.
  const paths = Object.entries((our.ApiPaths ?? {}) as Record<string, unknown>);
  const common = paths.filter(([member]) => onlyOurPaths[member] === undefined);
  const comparable = "ApiPaths" in our ? { ...our, ApiPaths: Object.fromEntries(common) } : our;
  expect(comparable, flags).toEqual(their);
}

/** Writes the output of both tools as declaration files that can be compared. */
function writePair(
  ours: string,
  theirs: string,
  id: string,
  flags: readonly string[],
): Pair["names"] {
  const own = readExports(ours);
  const other = readExports(theirs);
  expect(own.filter((name) => !other.includes(name) && onlyOurs[name] === undefined)).toEqual([]);
  expect(other.filter((name) => !own.includes(name))).toEqual([]);
  const shared = withSharedEnums(ours, theirs, `${id}-enums`);
  writeFileSync(join(folder, `${id}-enums.d.ts`), shared.shared);
  writeFileSync(join(folder, `${id}-ours.d.ts`), shared.ours);
  writeFileSync(join(folder, `${id}-theirs.d.ts`), shared.theirs);
  return [`${id}-ours`, `${id}-theirs`, listMoreTypes(theirs, flags)];
}

/** The types that a flag adds, which not every file has: aliases, constants, and the helpers of the markers. */
function listMoreTypes(text: string, flags: readonly string[]): string[] {
  const known = "paths webhooks components operations $defs $Read $Write Readable Writable".split(
    " ",
  );
  const aliases = [...text.matchAll(/^export type ([\w$]+) =/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !known.includes(name));
  const helpers = flags.includes("--read-write-markers") ? ["Readable", "Writable"] : [];
  const schemas = '@.components["schemas"]';
  const compared = `Exclude<keyof ${schemas}, ${writeUnion(otherMarkers)}>`;
  return [
    `Omit<typeof @, ${writeUnion(narrower)}>`,
    ...aliases.map((name) => `@.${name}`),
    ...helpers.map((helper) => `{ [K in ${compared}]: @.${helper}<${schemas}[K]> }`),
  ];
}

function writeUnion(names: Readonly<Record<string, string>>): string {
  return Object.keys(names)
    .map((name) => JSON.stringify(name))
    .join(" | ");
}

describe("every flag means what it means to openapi-typescript", () => {
  test.each([
    ["types", fixture],
    ["flags", flagsFixture],
  ])(
    "for the fixture of %s",
    async (name, document) => {
      const path = join(folder, "document.json");
      writeFileSync(path, JSON.stringify(document));
      await compareAll(name, path);
    },
    60_000,
  );

  test("for our document", async () => {
    const path = join(folder, "bundle.json");
    writeFileSync(path, (await bundleTheDocument()).json);
    await compareAll("bundle", path);
  }, 120_000);

  const corpus = findNeed("corpus");
  test.skipIf(corpus === undefined).each(["museum", "train-travel"])(
    "for %s",
    async (name) => {
      await compareAll(name, join(corpus ?? "", `${name}.yaml`));
    },
    60_000,
  );
});
