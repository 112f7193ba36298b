import { expect, test } from "vitest";
import { modelOf } from "../../../test/model-of.ts";
import { documentOf } from "../../../test/server-files.ts";
import { groupOperations } from "./index-page.ts";

function titles(...tags: readonly (readonly string[])[]): string[] {
  const paths = Object.fromEntries(
    tags.map((names, index) => [`/${index}`, { get: { tags: names, responses: {} } }]),
  );
  return groupOperations(modelOf(documentOf({ paths })), new Map()).map(({ title }) => title);
}

test("operations without a tag come last, and are others only where some have one", () => {
  expect(titles([], ["pets"])).toEqual(["pets", "Other operations"]);
  expect(titles([], [])).toEqual(["Operations"]);
});
