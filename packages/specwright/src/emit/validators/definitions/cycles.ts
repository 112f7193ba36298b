import { findCircles } from "../../shared/typescript/circles/find-circles.ts";
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
 * Marks references that lead back to a definition without entering a part of the value. Such a reference adds nothing,
 * and following it would never end. Example: `Cat` is an alternative of `Pet`, and extends `Pet`. The reference from `Cat`
 * back to `Pet` is marked. If it was the one from `Pet` to `Cat`, that alternative would be empty and accept every value.
 */
function markEndless(definitions: readonly Definition[]): void {
  markExtensions(definitions);
  const done = new Set<Definition>();
  const way = new Set<Definition>();
  const enter = (definition: Definition): void => {
    way.add(definition);
    for (const used of definition.usesInPlace) {
      if (way.has(used)) {
        definition.endless.add(used);
      } else if (!done.has(used) && !definition.endless.has(used)) {
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

/** Marks the references of definitions that extend what they are an alternative of, which may be several definitions. */
function markExtensions(definitions: readonly Definition[]): void {
  for (const members of findCircles(definitions, ({ usesInPlace }) => usesInPlace)) {
    const wholes = members.length > 1 ? members.filter(hasAlternatives) : [];
    for (const member of members) {
      for (const whole of hasAlternatives(member) ? [] : wholes) {
        if (member.usesInPlace.has(whole)) {
          member.endless.add(whole);
        }
      }
    }
  }
}

function hasAlternatives({ schema }: Definition): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined;
}
