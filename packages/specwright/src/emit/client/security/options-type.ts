import { escapeString } from "../../escape/string.ts";
import type { ClientSecurity, SecurityPlan } from "./plan-security.ts";

/** The type of `auth`. */
export interface AuthType {
  readonly name: string;
  /** How many members it has. */
  readonly schemes: number;
}

/** The type of that name for the schemes of a document. */
export function authType(name: string, { schemes }: SecurityPlan): AuthType {
  return { name, schemes: schemes.size };
}

/** Where an operation takes more schemes, its options name no single ones: every operation would repeat them. */
const maximumNames = 20;

/** The type of the options of a call: only what an operation needs can be given. */
export function optionsType(
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
