import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { listPublicEntries } from "./module-exports.ts";

const guide: string = readdirSync(resolveInRoot("docs/guide"))
  .map((file) => readFileSync(resolveInRoot(`docs/guide/${file}`), "utf8"))
  .join("\n");

/** Modules of types only. */
const typesOnly: readonly string[] = ["@specwright/runtime/v1/schema-mini"];

test.each(listPublicEntries())(
  "every function and class that $specifier exports has a doc comment or is in the guide",
  ({ specifier, exports }) => {
    expect(exports.length > 0).toBe(!typesOnly.includes(specifier));
    const missing = exports.filter(
      ({ name, doc }) => doc === undefined && !new RegExp(`\\b${name}\\b`).test(guide),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  },
);
