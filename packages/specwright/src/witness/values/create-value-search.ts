import type { Schema } from "../../document/model/model.ts";
import type { Candidate } from "./list-candidates.ts";
import { makeBases } from "./make-bases.ts";
import { type Predicate, runPredicates } from "./run-predicates.ts";

/** What all changes of a comparison share, and the work that is left for them. */
export interface Search {
  /** Prints and runs the predicates of parts. */
  readonly print: (candidates: readonly Candidate[]) => void;
  readonly judge: (schema: Schema) => Predicate;
  readonly makeValues: (candidate: Candidate) => readonly unknown[];
  readonly makeParts: (schema: Schema, candidate: Candidate) => readonly unknown[];
  readonly left: { work: number };
}

/**
 * The work for all changes of a comparison. One unit is about half a microsecond. A value that is tried takes two, and more where an
 * object has hundreds of properties.
 */
const mostWork = 1_000_000;

/** Starts a search without predicates and values. */
export function createValueSearch(): Search {
  const names = new Map<Schema, string>();
  const predicates = new Map<string, Predicate>();
  const values = new Map<string, readonly unknown[]>();
  const parts = new Map<Schema, readonly unknown[]>();
  return {
    print: (candidates) => {
      const added = new Map<string, Schema>();
      for (const { allowing, refusing, places } of candidates) {
        const constraints = places.flatMap(({ constraint }) => constraint ?? []);
        for (const schema of [allowing.schema, refusing.schema, ...constraints]) {
          const name = names.get(schema) ?? `Root${names.size}`;
          if (!names.has(schema)) {
            names.set(schema, name);
            added.set(name, schema);
          }
        }
      }
      for (const [name, predicate] of added.size === 0 ? [] : runPredicates(added)) {
        predicates.set(name, predicate);
      }
    },
    judge: (schema) => predicates.get(names.get(schema) ?? "") ?? (() => undefined),
    makeValues: (candidate) => {
      const { allowing, refusing, places } = candidate;
      const ofRoots = [names.get(allowing.schema), names.get(refusing.schema)];
      const key = [...ofRoots, places[0]?.way.key].join(" ");
      const known = values.get(key) ?? makeWholes(candidate);
      values.set(key, known);
      return known;
    },
    makeParts: (schema, { allowing: { direction } }) => {
      const known = parts.get(schema) ?? makeBases(schema, direction);
      parts.set(schema, known);
      return known;
    },
    left: { work: mostWork },
  };
}

/** Whole values that have the changed part, for both documents if that is possible. */
function makeWholes({ allowing, refusing, places, choices }: Candidate): readonly unknown[] {
  const { location } = allowing.schema;
  const guides = places.slice(0, 1).map(({ way }) => way.guide);
  const make = (allOf: readonly Schema[]): readonly unknown[] =>
    makeBases({ location, allOf }, allowing.direction, choices);
  const made = [
    ...make([allowing.schema, refusing.schema, ...guides]),
    ...make([allowing.schema, ...guides]),
    ...make([allowing.schema, refusing.schema]),
    ...make([allowing.schema]),
  ];
  // No value may fit the alternative that changed.
  return made.length > 0 ? made : makeBases(allowing.schema, allowing.direction);
}
