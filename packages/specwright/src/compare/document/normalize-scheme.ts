import type { SecurityScheme } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import { isSameValue } from "../compare/comparison.ts";

/**
 * A security scheme without texts for readers and hints such as `bearerFormat`, with names in lower case where these have no
 * case (RFC 9110, sections 5.1 and 11.1).
 */
export function normalizeScheme({ description: _, ...scheme }: SecurityScheme): SchemeForm {
  switch (scheme.type) {
    case "http":
      return { type: scheme.type, scheme: scheme.scheme.toLowerCase() };
    case "apiKey":
      return scheme.in === "header" ? { ...scheme, name: scheme.name.toLowerCase() } : scheme;
    case "oauth2":
      return {
        ...scheme,
        flows: new Map(
          Object.entries(scheme.flows)
            .filter(([name]) => !name.startsWith("x-"))
            .map(([name, flow]) => [name, normalizeFlow(flow)]),
        ),
      };
    default:
      return scheme;
  }
}

/** A scheme in the form in which it is compared. */
export interface SchemeForm {
  readonly type: SecurityScheme["type"];
  readonly flows?: ReadonlyMap<string, FlowForm>;
  readonly [member: string]: unknown;
}

/** The addresses of a flow, and the names of its scopes. */
type FlowForm = ReadonlyMap<string, unknown>;

function normalizeFlow(flow: unknown): FlowForm {
  const members = Object.entries(isObject(flow) ? flow : {}).filter(
    ([name]) => !name.startsWith("x-"),
  );
  return new Map(
    members.map(([name, value]) => [
      name,
      name === "scopes" && isObject(value) ? Object.keys(value).toSorted() : value,
    ]),
  );
}

/** Returns whether programs that follow the old scheme can go on: the new one has its flows and scopes, and perhaps more. */
export function extendsScheme(now: SchemeForm, old: SchemeForm): boolean {
  const { flows: all, metadataUrl: to, ...rest } = now;
  const { flows: some, metadataUrl: from, ...own } = old;
  return (
    isSameValue(rest, own) &&
    (from === undefined || from === to) &&
    [...(some ?? [])].every(([name, flow]) => extendsFlow(all?.get(name), flow))
  );
}

function extendsFlow(now: FlowForm | undefined, old: FlowForm): boolean {
  return (
    now !== undefined &&
    [...old].every(([name, value]) => {
      const other = now.get(name);
      return Array.isArray(value)
        ? Array.isArray(other) && value.every((scope) => other.includes(scope))
        : other === value;
    })
  );
}
