import type { Definition } from "./definitions.ts";

/** Finds which definitions refer to each other in circles, and which references never get to a part of the value. */
export function markCycles(definitions: readonly Definition[]): void {
  markCircles(definitions);
  markEndless(definitions);
}

interface Visit {
  readonly index: number;
  low: number;
  isOpen: boolean;
}

/** Tarjan's algorithm: strongly connected components. */
function markCircles(definitions: readonly Definition[]): void {
  const visits = new Map<Definition, Visit>();
  const open: Definition[] = [];
  let cycle = 0;
  const enter = (definition: Definition): Visit => {
    const visit = { index: visits.size, low: visits.size, isOpen: true };
    visits.set(definition, visit);
    open.push(definition);
    for (const used of definition.uses) {
      const seen = visits.get(used);
      if (seen === undefined) {
        visit.low = Math.min(visit.low, enter(used).low);
      } else if (seen.isOpen) {
        visit.low = Math.min(visit.low, seen.index);
      }
    }
    if (visit.low === visit.index) {
      closeCircle(open.splice(open.indexOf(definition)), visits, cycle);
      cycle += 1;
    }
    return visit;
  };
  for (const definition of definitions) {
    if (!visits.has(definition)) {
      enter(definition);
    }
  }
}

function closeCircle(
  members: readonly Definition[],
  visits: ReadonlyMap<Definition, Visit>,
  cycle: number,
): void {
  for (const member of members) {
    member.cycle = cycle;
    member.isRecursive = members.length > 1 || member.uses.has(member);
    const visit = visits.get(member);
    if (visit !== undefined) {
      visit.isOpen = false;
    }
  }
}

/** A reference in place that leads back to a definition on the way to it says nothing, and following it never ends. */
function markEndless(definitions: readonly Definition[]): void {
  const done = new Set<Definition>();
  const way = new Set<Definition>();
  const enter = (definition: Definition): void => {
    way.add(definition);
    for (const used of definition.usesInPlace) {
      if (way.has(used)) {
        definition.endless.add(used);
      } else if (!done.has(used)) {
        enter(used);
      }
    }
    way.delete(definition);
    done.add(definition);
  };
  for (const definition of definitions) {
    if (!done.has(definition)) {
      enter(definition);
    }
  }
}
