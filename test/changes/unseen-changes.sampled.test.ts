import { expect, test } from "vitest";
import type { Change } from "../../packages/specwright/src/compare/change.ts";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import type { Schema } from "../../packages/specwright/src/document/model/model.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { loadValidators, type Validators } from "../conformance/support/load-validators.ts";
import { fc } from "../support/fast-check.ts";
import { chooseAmount, seed } from "../support/samples.ts";
import { describeBodies } from "./describe-bodies.ts";
import { type EditedSchemas, editedSchemas } from "./edited-schemas.ts";
import { makeValues } from "./make-values.ts";

/** Pairs of one document, so that a validator costs a fraction of a document. */
const batch = 2000;

/** A pair of schemas with the same name in two documents, and a value about which their validators disagree. */
interface Pair {
  readonly before: Schema;
  readonly after: Schema;
  readonly found: { readonly before: unknown; readonly after: unknown; readonly value: unknown };
}

/** Each two schemas of each group, with the first value about which their validators disagree. */
function listDisagreements(groups: readonly EditedSchemas[]): readonly Pair[] {
  const named = groups.map((group, at) =>
    group.schemas.map((schema, index) => [`S${at}x${index}`, schema] as const),
  );
  const model = buildModelFrom({ components: { schemas: Object.fromEntries(named.flat()) } });
  const validators = loadValidators(model);
  return groups.flatMap(({ schemas, values: random }, at) => {
    const own = schemas.flatMap(
      (_, index) => model.components.schemas.get(`S${at}x${index}`) ?? [],
    );
    const values = [...random, ...makeValues(own)];
    const judged = schemas.map((schema, index) => {
      const name = `S${at}x${index}`;
      const built = model.components.schemas.get(name);
      const verdicts = values.map((value) => accepts(validators, name, value));
      return built === undefined ? [] : [{ schema, built, verdicts }];
    });
    return judged.flat().flatMap((before, index, all) =>
      all.slice(index + 1).flatMap((after): Pair[] => {
        const at = before.verdicts.findIndex((verdict, each) => verdict !== after.verdicts[each]);
        const found = { before: before.schema, after: after.schema, value: values[at] };
        return at < 0 ? [] : [{ before: before.built, after: after.built, found }];
      }),
    );
  });
}

/** The predicates decide; without one, the whole schema does. */
function accepts({ predicates, schemas }: Validators, name: string, value: unknown): boolean {
  return predicates[`is${name}`]?.(value) ?? schemas[name]?.safeParse(value).success === true;
}

/** The pairs on whose values the validators disagree, although a direction has no change. */
function findUnseen(groups: readonly EditedSchemas[]): readonly object[] {
  const pairs = listDisagreements(groups);
  const byOperation = new Map<string, Change[]>();
  const before = describeBodies(pairs.map((pair) => pair.before));
  const after = describeBodies(pairs.map((pair) => pair.after));
  for (const change of compareModels(before, after)) {
    for (const operation of change.operations) {
      byOperation.set(operation, [...(byOperation.get(operation) ?? []), change]);
    }
  }
  return pairs.flatMap(({ found }, index) => {
    const changes = byOperation.get(`POST /${index}`) ?? [];
    const missing = ["request-", "response-"].filter(
      (start) =>
        !changes.some(
          ({ kind, severity }) => severity !== "documentation" && kind.startsWith(start),
        ),
    );
    return missing.length === 0 ? [] : [{ ...found, missing }];
  });
}

const countPairs = ({ schemas: { length } }: EditedSchemas): number => (length * (length - 1)) / 2;

test("a change that makes validators disagree on some value is listed in both directions", {
  timeout: 3_600_000,
}, () => {
  const runs = Number(process.env.FUZZ_RUNS ?? chooseAmount(1000, 100_000));
  let next = seed;
  for (let left = runs; left > 0; next += 1) {
    const options = { numRuns: Math.ceil(Math.min(batch, left) / 30), seed: next };
    const groups = fc.sample(editedSchemas, options);
    const unseen = findUnseen(groups);
    if (unseen.length > 0) {
      // One group at a time, which takes longer, finds a small example.
      const property = fc.property(editedSchemas, (group) => findUnseen([group]).length === 0);
      fc.assert(property, { ...options, numRuns: 1000 });
    }
    expect(unseen).toEqual([]);
    left -= groups.reduce((sum, group) => sum + countPairs(group), 0);
  }
});
