import { expect, test } from "vitest";
import { visitApplied } from "../../packages/specwright/src/document/model/applied-parts.ts";
import type { Schema } from "../../packages/specwright/src/document/model/model.ts";
import { loadModel } from "../../packages/specwright/src/index.ts";
import { specFile } from "../../scripts/support/paths.ts";

/** Every schema that validates a value of a request, with its operation. */
function requestSchemas(): ReadonlyMap<Schema, string> {
  const { model } = loadModel(specFile);
  const found = new Map<Schema, string>();
  for (const { operations, parameters } of model.paths) {
    for (const operation of operations) {
      for (const { value } of [...parameters, ...operation.parameters]) {
        found.set(value.schema, `${operation.name}, ${value.in} ${value.name}`);
      }
      for (const { schema } of operation.requestBody?.value.content ?? []) {
        if (schema !== undefined) {
          found.set(schema, `${operation.name}, body`);
        }
      }
    }
  }
  for (const [schema, place] of found) {
    visitApplied(schema, (part) => {
      if (!found.has(part)) {
        found.set(part, place);
      }
    });
  }
  return found;
}

/** Formats that limit the length of a string themselves. */
const bounded: ReadonlySet<string> = new Set(["uuid", "date", "date-time"]);

// With a maximum length, patterns, formats and the database only get texts of limited length.
test("every string of a request has a largest length", () => {
  const strings = [...requestSchemas()].filter(
    ([{ types, enum: values, const: constant }]) =>
      types?.includes("string") === true && values === undefined && constant === undefined,
  );
  expect(strings.length).toBeGreaterThan(100);
  const unbounded = strings.filter(
    ([{ maxLength, format }]) => maxLength === undefined && !bounded.has(format ?? ""),
  );
  expect(unbounded.map(([{ location }, place]) => `${location.pointer} (${place})`)).toEqual([]);
});
