import type { Schema } from "../model.ts";

let run = {};

/**
 * Forgets every fact. A session keeps schemas that were not edited, while what their references lead to changes; so this is
 * called once for each of its models, before anything asks.
 */
export function forgetFacts(): void {
  run = {};
}

/** Storage for facts about schemas and all targets of their references, until `forgetFacts`. */
export function factsBySchema<Fact>(): () => WeakMap<Schema, Fact> {
  let facts = new WeakMap<Schema, Fact>();
  let of = run;
  return () => {
    if (of !== run) {
      facts = new WeakMap();
      of = run;
    }
    return facts;
  };
}
