import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
import { compareModels } from "../compare/compare-models.ts";
import { changeKinds } from "../compare/kinds/change-kinds.ts";
import { documentKinds } from "../compare/kinds/document-kinds.ts";
import type { Kind } from "../compare/kinds/kind.ts";
import { pairs } from "../compare/testing/pairs.ts";
import { findCallWitness } from "./calls/find-call-witness.ts";
import { reasons } from "./reasons.ts";

/** Kinds that break callers, although the pair of the table shows no difference, with the reason. */
const withoutWitness: Readonly<Record<string, string>> = {
  "response-success-removed":
    "No request shows that an answer does not come any more. The code that reads it does not compile.",
};

/** Whether a request shows what the change of the kind's own pair breaks. */
function hasWitness({ name }: Kind): boolean {
  const [before, after] = (pairs.get(name) ?? [{}, {}]).map(buildModelFrom);
  return (
    before !== undefined &&
    after !== undefined &&
    compareModels(before, after).some(
      (change) => findCallWitness(change, { before, after }) !== undefined,
    )
  );
}

test("each kind outside of schemas that breaks callers is shown by a request", () => {
  const breaking = documentKinds.filter(({ verdicts }) => verdicts.callers === "breaks");
  const without = breaking.filter((kind) => !hasWitness(kind)).map(({ name }) => name);
  expect(breaking.length).toBeGreaterThan(20);
  expect(without).toEqual(Object.keys(withoutWitness));
});

test("each kind outside of schemas that may break something has a witness or a reason", () => {
  const possible = documentKinds.filter(({ verdicts, reversed }) =>
    [verdicts, reversed].some(
      (each) => each?.callers === "may break" || each?.clientCode === "may break",
    ),
  );
  const without = possible.filter((kind) => !reasons.has(kind.name) && !hasWitness(kind));
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("reasons are sorted, and each belongs to a kind", () => {
  const names = [...reasons.keys()];
  expect(names).toEqual(names.toSorted());
  expect(names.filter((name) => !changeKinds.has(name))).toEqual([]);
});
