import type { AuthField, AuthFieldGroup, AuthScheme } from "../../toolkits/types/auth-types.ts";
import type { ConnectionToolkit } from "./connection-catalog.ts";
import { type FieldProblem, requiredProblem } from "./field-problems.ts";
import { findHostVariables, isDnsLabel, isHostOrAddress } from "./host-fields.ts";
import type { DeclaredFields, Values } from "./masking.ts";

/** The fields of a group, required ones first, as a form shows them. */
export function listFields(group: AuthFieldGroup): readonly AuthField[] {
  return [...group.required, ...group.optional];
}

/** The fields that a toolkit declares for a scheme, both of the auth config and of the connection. */
export function declaredFields(scheme: AuthScheme | undefined): DeclaredFields {
  if (scheme === undefined) {
    return new Map();
  }
  const { auth_config_creation, connected_account_initiation } = scheme.fields;
  const fields = [...listFields(auth_config_creation), ...listFields(connected_account_initiation)];
  return new Map(fields.map((field) => [field.name, field]));
}

/** True when a value was given. An empty text counts as missing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/**
 * The values with the defaults of the group's fields where nothing was given. `API_KEY` toolkits call their key
 * `generic_api_key` or `api_key`; a value under the other name is taken too (docs/decisions.md §4).
 */
export function fillFields(group: AuthFieldGroup, given: Values): Values {
  const filled = new Map(Object.entries(given).filter(([, value]) => isGiven(value)));
  for (const field of listFields(group)) {
    const alias = aliases.get(field.name);
    const value = filled.get(field.name) ?? (alias && filled.get(alias)) ?? field.default;
    if (isGiven(value)) {
      filled.set(field.name, value);
    }
  }
  return Object.fromEntries(filled);
}

/** The required fields without a value. */
export function findMissingFields(group: AuthFieldGroup, values: Values): readonly FieldProblem[] {
  return group.required
    .filter((field) => !isGiven(values[field.name]))
    .map((field) => ({ field: field.name, problem: requiredProblem }));
}

/** The values that are not of their field's type. */
export function findTypeProblems(group: AuthFieldGroup, values: Values): readonly FieldProblem[] {
  return listFields(group)
    .filter((field) => isGiven(values[field.name]) && !isOfType(field, values[field.name]))
    .map((field) => ({ field: field.name, problem: `must be ${describeType(field)}` }));
}

/**
 * The values that become part of a host name and must not (docs/decisions.md §6): each has to be one DNS label, or,
 * where the toolkit says `own_host`, a host or an address of the user's own. An own host never combines with
 * credentials that are not the user's (`ownHost` false), which would be sent there.
 */
export function findHostProblems(
  toolkit: ConnectionToolkit,
  scheme: AuthScheme,
  values: Values,
  rules: { readonly ownHost: boolean },
): readonly FieldProblem[] {
  const inHosts = findHostVariables(toolkit, scheme);
  const names = Object.keys(values).filter(
    (name) => inHosts.has(name) || scheme.ownHostFields.has(name),
  );
  return names.flatMap((name) => {
    const value = values[name];
    if (!isGiven(value)) {
      return [];
    }
    const text = String(value);
    const at = (problem: string): FieldProblem => ({ field: name, problem });
    if (!scheme.ownHostFields.has(name)) {
      return isDnsLabel(text) ? [] : [at("must be a single part of a host name, without dots")];
    }
    if (!rules.ownHost) {
      return [at("a host of one's own needs credentials of one's own")];
    }
    return isHostOrAddress(text) ? [] : [at("must be a host name or an https address")];
  });
}

const aliases: ReadonlyMap<string, string> = new Map([
  ["generic_api_key", "api_key"],
  ["api_key", "generic_api_key"],
]);

/** Values arrive from forms too, where everything is text. */
function isOfType(field: AuthField, value: unknown): boolean {
  switch (field.type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return /^-?[0-9]{1,15}$/.test(String(value));
    case "number":
      return String(value).trim() !== "" && Number.isFinite(Number(value));
    case "boolean":
      return value === true || value === false || value === "true" || value === "false";
    case "array":
      return (
        typeof value === "string" ||
        (Array.isArray(value) && value.every((item) => typeof item === "string"))
      );
    default:
      return field.type satisfies never;
  }
}

function describeType(field: AuthField): string {
  const article = field.type === "integer" || field.type === "array" ? "an" : "a";
  return `${article} ${field.type}`;
}
