import type { Schema } from "../model.ts";

let run = {};

/**
 * Forgets every fact. A session keeps schemas that were not edited, but the targets of their references may change. So
 * this is called once before each model of a session.
 */
export function forgetFacts(): void {
  run = {};
}

/** Storage for facts that depend on a schema and the targets of its references. It is emptied by `forgetFacts`. */
export function createFactStorage<Fact>(): () => WeakMap<Schema, Fact> {
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
