import type { TypeContext } from "./type-context.ts";

const known = new WeakMap<TypeContext["hoisted"], string>();

/**
 * The facts about the whole document that printing the types of an operation reads: the names of types, and the effect
 * of discriminators. As one string, so that comparing those of two runs is fast. Collected once for each context.
 */
export function collectTypeFacts({ names, circles, discriminators, hoisted }: TypeContext): string {
  const facts =
    known.get(hoisted) ??
    JSON.stringify([...(names ?? []), ...circles.aliases, discriminators.text]);
  known.set(hoisted, facts);
  return facts;
}
