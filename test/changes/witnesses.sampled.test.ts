import { expect, test } from "vitest";
import type { Change } from "../../packages/specwright/src/compare/change.ts";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { addWitnesses } from "../../packages/specwright/src/witness/add-witnesses.ts";
import { isOfValues } from "../../packages/specwright/src/witness/values/list-candidates.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { loadValidators } from "../conformance/support/load-validators.ts";
import { fc } from "../support/fast-check.ts";
import { chooseAmount, seed } from "../support/samples.ts";
import { describeBodies } from "./describe-bodies.ts";
import { type EditedSchemas, editedSchemas } from "./edited-schemas.ts";
import { makeValues } from "./make-values.ts";

/** Kinds of changes of values that may break callers although no value shows it. The reasons are `reason` of the changes. */
const withoutValues = [
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
      const isExplained = change.witness !== undefined || change.reason !== undefined;
      // Code is not compiled here.
      const { callers, clientCode } = change.verdicts;
      expect([kind, callers !== "works" || clientCode === "may break"]).toEqual([
        kind,
        isExplained,
      ]);
      return isConcerned && change.witness === undefined ? [kind] : [];
    });
  });
  expect(found.toSorted()).toEqual(withoutValues);
});

/** What is wrong with the verdicts on each two schemas of a group. */
function findWrong({ schemas, values: random }: EditedSchemas): readonly unknown[] {
  const named = schemas.map((schema, index) => [`S${index}`, schema] as const);
  const model = buildModelFrom({ components: { schemas: Object.fromEntries(named) } });
  // Without predicates, so that each witness is judged by code that did not find it.
  const validators = loadValidators(model, { usesPredicates: false });
  const { schemas: whole, predicates } = loadValidators(model);
  const accepts = (index: number, value: unknown): boolean => {
    // Zod's objects lose this member, so there the predicates decide.
    const judges = JSON.stringify(value).includes('"__proto__":') ? whole : validators.schemas;
    return judges[`S${index}`]?.safeParse(value).success === true;
  };
  const values = [...random, ...makeValues(model.components.schemas.values())];
  const verdicts = schemas.map((_, index) =>
    values.map((value) => predicates[`isS${index}`]?.(value) ?? accepts(index, value)),
  );
  const built = schemas.flatMap((_, index) => model.components.schemas.get(`S${index}`) ?? []);
  const all = built.flatMap((before, from) =>
    built.slice(from + 1).map((after, at) => ({ before, after, from, to: from + at + 1 })),
  );
  return all.flatMap(({ before, after, from, to }) => {
    // Each pair alone, because the work for one comparison is limited.
    const models = { before: describeBodies([before]), after: describeBodies([after]) };
    const own = addWitnesses(compareModels(models.before, models.after), models);
    const shown = { before: schemas[from], after: schemas[to] };
    return [
      ...own.filter((change) => !isShown(change)).map((change) => ({ ...shown, change })),
      ...own.flatMap(({ witness }) => {
        if (witness?.kind !== "value") {
          return [];
        }
        const [allowing, refusing] = witness.in === "request" ? [from, to] : [to, from];
        const isRight = accepts(allowing, witness.value) && !accepts(refusing, witness.value);
        return isRight ? [] : [{ ...shown, witness }];
      }),
      ...(["request", "response"] as const).flatMap((direction) => {
        const [allowing, refusing] = direction === "request" ? [from, to] : [to, from];
        const isRefused = (value: unknown): boolean =>
          accepts(allowing, value) && !accepts(refusing, value);
        const added = own.filter(({ kind }) => kind === `${direction}-property-added`);
        const names = new Set(added.flatMap(({ after }) => after?.pointer.split("/").at(-1) ?? []));
        const at = values.findIndex(
          (value, each) =>
            verdicts[allowing]?.[each] === true &&
            verdicts[refusing]?.[each] === false &&
            // By agreement, programs neither send nor read what a document does not name.
            (names.size === 0 || isRefused(omitMembers(value, names))),
        );
        const isSaid = own.some(
          ({ kind, verdicts: { callers } }) => kind.startsWith(direction) && callers !== "works",
        );
        return at < 0 || isSaid ? [] : [{ ...shown, direction, value: values[at] }];
      }),
    ];
  });
}

function omitMembers(value: unknown, names: ReadonlySet<string>): unknown {
  return Array.isArray(value)
    ? value.map((item) => omitMembers(item, names))
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !names.has(name))
            .map(([name, member]) => [name, omitMembers(member, names)]),
        )
      : value;
}

/** A change that breaks callers has a witness, and one that may do so has one or a reason. */
function isShown({ verdicts: { callers }, witness, reason = "" }: Change): boolean {
  return (
    callers === "works" ||
    witness !== undefined ||
    (callers === "may break" ? reason !== "" : reason.startsWith("No example was looked for"))
  );
}

test("each value is right for the whole validators, and each value that they judge differently is a change", {
  timeout: 3_600_000,
}, () => {
  let next = seed;
  for (let left = chooseAmount(1000, 100_000); left > 0; next += 1) {
    const options = { numRuns: Math.min(10, Math.ceil(left / 30)), seed: next };
    for (const group of fc.sample(editedSchemas, options)) {
      const wrong = findWrong(group);
      if (wrong.length > 0) {
        // Finds a small example, which takes longer.
        fc.assert(
          fc.property(editedSchemas, (each) => findWrong(each).length === 0),
          { ...options, numRuns: 1000 },
        );
      }
      expect(wrong).toEqual([]);
      left -= (group.schemas.length * (group.schemas.length - 1)) / 2;
    }
  }
});
