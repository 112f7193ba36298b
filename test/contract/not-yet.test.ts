import { expect, test } from "vitest";
import { notYet } from "../../packages/platform/src/handlers/create-handlers.ts";
import { listOperations } from "../../scripts/support/document.ts";
import { theBundle } from "../support/document.ts";

const mark = /^Not in this version yet: every call is answered with 501\.\n/;

test("the reference marks the operations that this version does not have yet, and no others", async () => {
  const { document } = await theBundle();
  const marked = listOperations(document)
    .filter(({ operation }) => mark.test(String(operation.description)))
    .map(({ operation }) => operation.operationId);
  expect(marked.toSorted()).toEqual([...notYet].toSorted());
});
