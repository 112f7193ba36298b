import type {
  AuthField,
  AuthFieldGroup,
  AuthScheme,
} from "../../applications/toolkits/types/auth-types.ts";
import { cutText } from "../../base/sharing/cut-text.ts";
import type { ConnectionToolkit } from "./connection-catalog.ts";
import { type FieldProblem, requiredProblem } from "./field-problems.ts";
import { findHostVariables, isDnsLabel, isHostOrAddress } from "./host-fields.ts";
import type { DeclaredFields, Values } from "./masking.ts";

/** The fields of a group in the order of a form: required ones first. */
export function listFields(group: AuthFieldGroup): readonly AuthField[] {
  return [...group.required, ...group.optional];
}

/** The fields that a toolkit declares for a scheme, for auth configs and for connections. */
export function findDeclaredFields(scheme: AuthScheme | undefined): DeclaredFields {
  if (scheme === undefined) {
    return noFields;
  }
  const known = declaredFields.get(scheme);
  if (known !== undefined) {
    return known;
  }
  const { auth_config_creation, connected_account_initiation } = scheme.fields;
  const fields = [...listFields(auth_config_creation), ...listFields(connected_account_initiation)];
  const declared = new Map(fields.map((field) => [field.name, field]));
  declaredFields.set(scheme, declared);
  return declared;
}

const noFields: DeclaredFields = new Map();

/** By scheme, because a list asks once for each account. */
const declaredFields = new WeakMap<AuthScheme, DeclaredFields>();

/** True when a value is present. An empty string counts as missing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/**
 * Adds the defaults of the group's fields for missing values. `API_KEY` toolkits call their key `generic_api_key` or
 * `api_key`; a value under the other name is accepted (docs/decisions.md §4).
 *
 * @param suggestions the names of fields whose default counts only when somebody sends it
 */
export function fillFields(
  group: AuthFieldGroup,
  given: Values,
  suggestions: ReadonlySet<string> = noNames,
): Values {
  const filled = new Map(Object.entries(given).filter(([, value]) => isGiven(value)));
  for (const field of listFields(group)) {
    const alias = aliases.get(field.name) ?? "";
    const fallback = suggestions.has(field.name) ? null : field.default;
    const value = filled.get(field.name) ?? filled.get(alias) ?? fallback;
    if (isGiven(value)) {
      filled.delete(alias);
      filled.set(field.name, value);
    }
  }
  return Object.fromEntries(filled);
}

const noNames: ReadonlySet<string> = new Set();

/** The required fields without a value. */
export function findMissingFields(group: AuthFieldGroup, values: Values): readonly FieldProblem[] {
  return group.required
    .filter((field) => !isGiven(values[field.name]))
    .map((field) => ({ field: field.name, problem: requiredProblem }));
}

/** Reports values with a type that differs from their field's, and values that are not among its choices. */
export function findTypeProblems(group: AuthFieldGroup, values: Values): readonly FieldProblem[] {
  return listFields(group).flatMap((field) => {
    const { name, enum: choices } = field;
    const value = values[name];
    if (!isGiven(value)) {
      return [];
    }
    if (!isOfType(field, value)) {
      return [{ field: name, problem: `must be ${describeType(field)}` }];
    }
    return choices === undefined || choices.includes(String(value))
      ? []
      : [{ field: name, problem: `must be one of ${cutText(choices.join(", "), longestChoices)}` }];
  });
}

/** Characters of the choices that a message names. */
const longestChoices = 300;

/**
 * Reports invalid values in host names (docs/decisions.md §6). Such a value must be one that the toolkit's document
 * suggests, one DNS label or, if the toolkit says `own_host`, a host or an address of the user's own. With `ownHost`
 * false, own hosts are refused: credentials that are not the user's would be sent there.
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
    if (!isGiven(value) || isSuggested(scheme, name, value)) {
      return [];
    }
    const text = String(value);
    const locateProblem = (problem: string): FieldProblem => ({ field: name, problem });
    if (!scheme.ownHostFields.has(name)) {
      return isDnsLabel(text)
        ? []
        : [locateProblem("must be a single part of a host name, without dots")];
    }
    if (!rules.ownHost) {
      return [locateProblem("a host of one's own needs credentials of one's own")];
    }
    return isHostOrAddress(text) ? [] : [locateProblem("must be a host name or an https address")];
  });
}

/** True for a value of a field that the toolkit's document itself has. */
export function isSuggested(scheme: AuthScheme, name: string, value: unknown): boolean {
  const { auth_config_creation, connected_account_initiation } = scheme.fields;
  return [...listFields(connected_account_initiation), ...listFields(auth_config_creation)].some(
    (field) =>
      field.name === name && (field.default === value || field.enum?.includes(String(value))),
  );
}

const aliases: ReadonlyMap<string, string> = new Map([
  ["generic_api_key", "api_key"],
  ["api_key", "generic_api_key"],
]);

/** Values may come from a form, in which every value is text. */
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
