import { expect, test } from "vitest";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import { changeKinds } from "../../packages/specwright/src/compare/kinds/change-kinds.ts";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { findCodeWitnesses } from "../../packages/specwright/src/witness/code/find-code-witnesses.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";

test("every kind of change that breaks client code has a statement that compiled before and does not compile now", {
  timeout: 300_000,
}, () => {
  const without = [...pairs].flatMap(([kind, [from, to]]) => {
    if (changeKinds.get(kind)?.verdicts.clientCode !== "breaks") {
      return [];
    }
    const models = { before: buildModelFrom(from), after: buildModelFrom(to) };
    const changes = compareModels(models.before, models.after);
    const found = findCodeWitnesses(changes, models, { folder: import.meta.dirname });
    return changes.every((change) => found.get(change) !== undefined) ? [] : [kind];
  });
  expect(without).toEqual([]);
});
