import { findCircles } from "../../typescript/circles/find-circles.ts";
import type { Definition } from "./definitions.ts";

/** Finds the circles of definitions, and the references that lead back without entering a part of the value. */
export function markCycles(definitions: readonly Definition[]): void {
  markCircles(definitions);
  markEndless(definitions);
}

function markCircles(definitions: readonly Definition[]): void {
  const circles = findCircles(definitions, ({ uses }) => uses);
  for (const [cycle, members] of circles.entries()) {
    for (const member of members) {
      member.cycle = cycle;
      member.isRecursive = members.length > 1 || member.uses.has(member);
    }
  }
}

/**
 * Finds references that lead back to a definition without entering a part of the value. Such a reference adds nothing,
 * and following it would never end. When alternatives extend their schema, as in inheritance, the references from the
 * alternatives back to the schema are the endless ones, wherever the search begins: an alternative without content
 * would accept too much.
 */
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
  for (const definition of [...definitions.filter(hasAlternatives), ...definitions]) {
    if (!done.has(definition)) {
      enter(definition);
    }
  }
}

function hasAlternatives({ schema }: Definition): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined;
}
