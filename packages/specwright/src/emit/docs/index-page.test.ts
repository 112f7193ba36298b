import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { completeDocument } from "../../../test/server-files.ts";
import { listTitledGroups } from "./index-page.ts";

function listTitles(...tags: readonly (readonly string[])[]): string[] {
  const paths = Object.fromEntries(
    tags.map((names, index) => [`/${index}`, { get: { tags: names, responses: {} } }]),
  );
  return listTitledGroups(buildModelFrom(completeDocument({ paths })), new Map()).map(
    ({ title }) => title,
  );
}

test("operations without a tag are in the section of their path", () => {
  expect(listTitles([], ["pets"])).toEqual(["0", "pets"]);
});
