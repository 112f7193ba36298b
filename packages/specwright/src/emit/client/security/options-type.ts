import { escapeString } from "../../shared/escape/string.ts";
import type { ClientSecurity, SecurityPlan } from "./plan-security.ts";

/** The type of `auth`. */
export interface AuthType {
  readonly name: string;
  /** How many members it has. */
  readonly schemes: number;
}

/** The type with this name for the credentials of a document's schemes. */
export function nameAuthType(name: string, { schemes }: SecurityPlan): AuthType {
  return { name, schemes: schemes.size };
}

/**
 * When an operation accepts more schemes than this, the type of its options does not list them, because every such
 * operation would repeat the list.
 */
const maximumNames = 20;

/** The type of a call's options. It accepts only credentials that the operation needs. */
export function printOptionsType(
  security: ClientSecurity | undefined,
  { name, schemes }: AuthType,
): string {
  if (security === undefined) {
    return "CallOptions";
  }
  const { length } = security.schemes;
  return length === schemes || length > maximumNames
    ? `CallOptions<${name}>`
    : `CallOptions<Pick<${name}, ${security.schemes.map(escapeString).join(" | ")}>>`;
}
