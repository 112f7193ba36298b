import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type TypesOptions, types } from "../../packages/specwright/src/commands/types.ts";
import type { TypeTransform } from "../../packages/specwright/src/emit/shared/typescript/schema/type-transform.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { compareTypes, compileEach } from "./types/compare.ts";
import { date, document } from "./types/pets-document.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-transform-"));

afterAll(() => rmSync(folder, { recursive: true }));

const toDatesAndBlobs: TypeTransform = ({ format }) =>
  format === "date-time" ? "Date" : format === "binary" ? "Blob" : undefined;

/** openapi-typescript's output for the document, with the same transformation written for its own `transform`. */
async function printPeerText(): Promise<string> {
  const { default: openapiTS, astToString } = await import(
    resolveInRoot("test/peers/node_modules/openapi-typescript/dist/index.mjs")
  );
  const { default: ts } = await import(
    resolveInRoot("test/peers/node_modules/typescript/lib/typescript.js")
  );
  const named = (name: string): unknown => ts.factory.createTypeReferenceNode(name);
  const addNullType = (type: unknown): unknown =>
    ts.factory.createUnionTypeNode([
      type,
      ts.factory.createLiteralTypeNode(ts.factory.createNull()),
    ]);
  const transform = ({ format, nullable }: { format?: string; nullable?: boolean }): unknown => {
    const type =
      format === "date-time" ? named("Date") : format === "binary" ? named("Blob") : undefined;
    return type !== undefined && nullable === true ? addNullType(type) : type;
  };
  return astToString(await openapiTS(document, { silent: true, transform }));
}

test("dates and files by transform are those of openapi-typescript's transform, for the compiler", async () => {
  writeFileSync(join(folder, "theirs.d.ts"), await printPeerText());
  const { text } = types({ document, transform: toDatesAndBlobs });
  writeFileSync(join(folder, "ours.d.ts"), text);
  expect(text).toContain("died?: Date | null;");
  expect(text).toContain("naps?: (Date | null)[];");
  const [differences] = await compareTypes(folder, [["theirs", "ours"]]);
  expect(differences).toEqual([]);
});

/** The type that a property of a component gets. */
function printPropertyType(
  schema: Readonly<Record<string, unknown>>,
  transform: TypeTransform,
  options: Partial<TypesOptions> = {},
): string | undefined {
  const { text } = types({
    ...options,
    transform,
    document: {
      openapi: "3.1.0",
      info: { title: "One", version: "1" },
      paths: {},
      components: { schemas: { A: { type: "object", properties: { b: schema } } } },
    },
  });
  return /^ +b\?: (.*);$/m.exec(text)?.[1];
}

test.each([
  [{ type: ["string", "null"], format: "date-time" }, "Date", "Date | null"],
  [{ anyOf: [date, { type: "null" }] }, "Date", "Date | null"],
  [{ type: "array", items: date }, "Date | string", "(Date | string)[]"],
  [{ type: "array", items: date }, "temporal.Instant", "temporal.Instant[]"],
  [{ type: ["string", "null"], format: "date-time" }, "() => Date", "(() => Date) | null"],
  [{ allOf: [date, { type: "string", enum: ["now"] }] }, "A | B", '(A | B) & "now"'],
])("%j as `%s` is `%s`", (schema, replacement, expected) => {
  const transform: TypeTransform = ({ format }) =>
    format === "date-time" ? replacement : undefined;
  expect(printPropertyType(schema, transform)).toBe(expected);
});

test("a transform gets the place and the extensions, and does not have to add null", () => {
  const asked: unknown[] = [];
  const transform: TypeTransform = ({ types: names, extensions }, { path }) => {
    asked.push([path, names, extensions?.get("x-brand")]);
    return undefined;
  };
  expect(printPropertyType({ type: ["string", "null"], "x-brand": "Id" }, transform)).toBe(
    "string | null",
  );
  expect(asked).toEqual([
    ["#/components/schemas/A", ["object"], undefined],
    ["#/components/schemas/A/b", ["string"], "Id"],
  ]);
});

test("Readable and Writable leave dates, brands and classes as they are", async () => {
  const { text } = types({
    readWriteMarkers: true,
    inject: 'export type Id = string & { __brand: "Id" };',
    transform: ({ format, extensions }) =>
      format === "date-time" ? "Date" : extensions?.has("x-brand") === true ? "Id" : undefined,
    document: {
      openapi: "3.1.0",
      info: { title: "Marked", version: "1" },
      paths: {},
      components: {
        schemas: {
          User: {
            type: "object",
            required: ["id", "made", "tag", "seen", "secret"],
            properties: {
              id: { type: "string", "x-brand": true, readOnly: true },
              made: { ...date, readOnly: true },
              tag: { type: "string", "x-brand": true },
              seen: { type: "array", items: date },
              secret: { type: "string", writeOnly: true },
            },
          },
        },
      },
    },
  });
  writeFileSync(join(folder, "marked.ts"), text);
  writeFileSync(
    join(folder, "use-marked.ts"),
    `import type { components, Id, Readable, Writable } from "./marked.js";
type User = components["schemas"]["User"];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Read = Readable<User>;
export const read: Equal<Read, { id: Id; made: Date; tag: Id; seen: Date[] }> = true;
declare const sent: Writable<User>;
export const tag: Id = sent.tag;
export const seen: Date[] = sent.seen;
export const secret: string = sent.secret;
export const none: undefined = sent.id;
`,
  );
  const messages = await compileEach(folder, ["use-marked.ts"]);
  expect(messages.get("use-marked.ts")).toEqual([]);
});

test("injected text comes before the types, and the header names the command", () => {
  const output = join(folder, "injected.ts");
  const inject = 'import type { Hex } from "viem";';
  const { text } = types({ document, output, inject });
  expect(text).toMatch(/^\/\/ Generated by specwright from document\.json\./);
  expect(text).toContain("// To write it again: run the program that calls `types()`");
  expect(text).toContain(`\n\n${inject}\n`);
  expect(readFileSync(output, "utf8")).toBe(text);
});
