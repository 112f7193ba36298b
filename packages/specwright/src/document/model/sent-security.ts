import type { Model, Operation, SecurityRequirement } from "./model.ts";

/** The credentials that a caller sends with an operation: those that it needs, or those that are assumed. */
export function findSentSecurity(
  { assumedSecurity }: Model,
  { security }: Operation,
): readonly SecurityRequirement[] {
  return assumedSecurity?.security ?? security;
}
