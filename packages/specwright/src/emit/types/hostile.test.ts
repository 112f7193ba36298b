import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../test/hostile-texts.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { types } from "../../commands/types.ts";

const tsc = join(import.meta.dirname, "../../../../../node_modules/.bin/tsc");

/** Texts that a JSON file can contain and that can be names. */
const texts = hostileTexts.filter((text) => text !== "");

function buildHostileDocument(): unknown {
  const object = (value: unknown): Record<string, unknown> =>
    Object.fromEntries(texts.map((text) => [text, value]));
  const reported = (text: string) => ({ title: text, description: text, summary: text });
  return {
    openapi: "3.1.0",
    info: { ...reported("x"), version: texts.join() },
    paths: Object.fromEntries(
      texts.map((text, index) => [
        `/${index}/${text.replaceAll(/[{}]/g, "")}`,
        {
          get: {
            ...reported(text),
            operationId: `${index} ${text}`,
            tags: [text],
            deprecated: true,
            parameters: [
              {
                name: text,
                in: "query",
                description: text,
                schema: { format: text, default: text },
              },
            ],
            responses: {
              200: {
                description: text,
                headers: object({ schema: {} }),
                content: object({ schema: { enum: [text], examples: [text] } }),
              },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        ...object({ type: "string" }),
        Keys: { properties: object(true) },
        Values: { enum: texts, "x-enum-descriptions": texts },
        Varnames: { enum: texts.map((_, index) => index), "x-enum-varnames": texts },
      },
    },
  };
}

test("hostile texts stay names and comments: the types compile and have exactly those names", () => {
  const json = JSON.stringify(buildHostileDocument());
  const folder = makeTemporaryFolder({
    "api.json": json,
    "tsconfig.json":
      '{"compilerOptions":{"strict":true,"noEmit":true,"target":"es2024","module":"nodenext","types":[]},"files":["check.ts"]}',
  });
  types({ document: "api.json", output: "api.d.ts", folder });
  const options = { enum: true, makePathsEnum: true, rootTypes: true, readWriteMarkers: true };
  types({ document: "api.json", output: "enums.ts", folder, ...options });
  types({ document: "api.json", output: "values.ts", folder, enumValues: true, rootTypes: true });
  const union = texts.map((text) => JSON.stringify(text)).join(" | ");
  writeFileSync(
    join(folder, "check.ts"),
    `import type { components, operations } from "./api.js";
import { ApiPaths, Values, Varnames } from "./enums.js";
import { valuesValues } from "./values.js";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Texts = ${union};
type Named<K> = K extends number ? \`\${K}\` : K;
export const schemas: Equal<Named<keyof components["schemas"]>, Texts | "Keys" | "Values" | "Varnames"> = true;
export const properties: Equal<Named<keyof components["schemas"]["Keys"]>, Texts> = true;
export const values: Equal<components["schemas"]["Values"], Texts> = true;
export const listed: Equal<(typeof valuesValues)[number], Texts> = true;
export const members: Equal<\`\${Values}\`, Texts> = true;
export const counts: readonly number[] = [Object.keys(ApiPaths).length, Object.keys(Varnames).length];
export const count: Equal<Named<keyof operations>, ${texts.map((text, index) => JSON.stringify(`${index} ${text}`.replaceAll("#", "/"))).join(" | ")}> = true;
`,
  );
  let printed = "";
  try {
    execFileSync(tsc, ["-p", folder, "--singleThreaded"], { encoding: "utf8" });
  } catch (error) {
    printed = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
  expect(printed).toBe("");
});
