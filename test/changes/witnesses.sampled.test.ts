import { expect, test } from "vitest";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { addWitnesses } from "../../packages/specwright/src/witness/add-witnesses.ts";
import { isOfValues } from "../../packages/specwright/src/witness/values/list-candidates.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";

/** Kinds of changes of values that may break callers although no value shows it. The reasons are `reason` of the changes. */
const withoutValues = [
  "media-type-schema-added",
  "request-content-encoding-changed",
  "request-content-media-type-changed",
  "request-default-changed",
  "request-default-removed",
  "request-discriminator-added",
  "request-discriminator-changed",
  "request-mapping-changed",
  "request-mapping-value-removed",
  "request-property-became-one-way",
  "request-xml-changed",
  "response-content-encoding-changed",
  "response-content-media-type-changed",
  "response-discriminator-changed",
  "response-discriminator-removed",
  "response-mapping-changed",
  "response-mapping-value-added",
  "response-property-became-one-way",
  "response-xml-changed",
];

test("each kind of change that breaks callers with values has a value, or is listed here", () => {
  const found = [...pairs].flatMap(([kind, [from, to]]) => {
    const models = { before: buildModelFrom(from), after: buildModelFrom(to) };
    return addWitnesses(compareModels(models.before, models.after), models).flatMap((change) => {
      const isConcerned = isOfValues(change) && change.verdicts.callers !== "works";
      expect([kind, isConcerned]).toEqual([
        kind,
        change.witness !== undefined || change.reason !== undefined,
      ]);
      return isConcerned && change.witness === undefined ? [kind] : [];
    });
  });
  expect(found.toSorted()).toEqual(withoutValues);
});
