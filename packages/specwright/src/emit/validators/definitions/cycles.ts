import { findCircles } from "../../typescript/circles/find-circles.ts";
import type { Definition } from "./definitions.ts";

/** Finds which definitions refer to each other in circles, and which references never get to a part of the value. */
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
 * A reference in place that leads back to a definition on the way to it says nothing, and following it never ends. Of a
 * schema whose alternatives extend it, as inheritance is often written, those references back to it are meant, wherever
 * they stand: an alternative that said nothing would be one too many.
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
