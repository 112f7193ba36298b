import type { SecuritySchemeDefinition } from "@specwright/runtime/v1/server";
import type { Model, Operation, SecurityScheme } from "../../document/model/model.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { printObjectLine } from "../shared/print/layout.ts";
import { printLiteral } from "../shared/print/literal.ts";

/** A security scheme that some operation needs. */
export interface SchemeView extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly doc: string;
  /** The runtime's description, as an object literal. */
  readonly definition: string;
  /** The type of the credential that its hook receives. */
  readonly credential: string;
}

/**
 * The names of the schemes that operations need: first those that the document describes, in its order, then the
 * others. Schemes that no operation needs have no hook.
 */
export function listNeededSchemes({ operations, components }: Model): readonly string[] {
  const used = new Set(
    operations.flatMap(({ security }) => security.flatMap((each) => [...each.keys()])),
  );
  const described = [...components.securitySchemes.keys()].filter((name) => used.has(name));
  return [...new Set([...described, ...used])];
}

/** The schemes with these names. Default: those that operations need. */
export function viewSecuritySchemes(
  model: Model,
  names: readonly string[] = listNeededSchemes(model),
): readonly SchemeView[] {
  return names.map((name) => {
    const scheme = model.components.securitySchemes.get(name) ?? unknown;
    return {
      key: escapePropertyKey(name),
      doc: renderDocComment({ description: scheme.description }, "  "),
      definition: printLiteral(describeScheme(scheme)),
      credential: printCredentialType(scheme),
    };
  });
}

/** A scheme that operations require but the document does not describe. */
export interface UnknownScheme {
  readonly type: "unknown";
  readonly description: string;
}

const unknown: UnknownScheme = {
  type: "unknown",
  description:
    "The document does not say how this credential is sent: the hook has to find it in `call`.",
};

/** The runtime's description of a scheme. Tokens of OAuth 2 and OpenID Connect are sent as bearer tokens (RFC 6750). */
export function describeScheme(
  scheme: SecurityScheme | UnknownScheme = unknown,
): SecuritySchemeDefinition {
  switch (scheme.type) {
    case "apiKey":
      return { type: "apiKey", in: scheme.in, name: scheme.name };
    case "http":
      return { type: "http", scheme: scheme.scheme };
    case "oauth2":
    case "openIdConnect":
      return { type: "http", scheme: "bearer" };
    case "mutualTLS":
    case "unknown":
      return { type: scheme.type };
  }
}

function printCredentialType(scheme: SecurityScheme | UnknownScheme): string {
  if (scheme.type === "mutualTLS" || scheme.type === "unknown") {
    return "true";
  }
  return scheme.type === "http" && scheme.scheme.toLowerCase() === "basic"
    ? "BasicCredential"
    : "string";
}

/** `security` as an array literal. Undefined when the operation needs no credential. */
export function printServerSecurity({ security }: Operation): string | undefined {
  return security.length === 0
    ? undefined
    : printLiteral(security.map((alternative) => Object.fromEntries(alternative)));
}

/**
 * The maximum number of members of all alternatives. Above it, each alternative lists only its own schemes, because
 * alternatives times schemes grows quadratically.
 */
const maximumMembers = 10_000;

/**
 * The types of `principal`, as members: for each alternative the results of its hooks, by scheme. Schemes of other
 * alternatives are `undefined`, so that a handler can test for them. Empty when the operation needs no credential.
 */
export function listPrincipals({ security }: Operation): readonly (readonly string[])[] {
  const all = [...new Set(security.flatMap((alternative) => [...alternative.keys()]))];
  const isLarge = all.length * security.length > maximumMembers;
  const types = security.map((alternative) =>
    (isLarge ? [...alternative.keys()] : all).map((name) => {
      const key = escapePropertyKey(name);
      return alternative.has(name)
        ? `readonly ${key}: Security[${printLiteral(name)}]`
        : `readonly ${key}?: undefined`;
    }),
  );
  return [...new Map(types.map((members) => [printObjectLine(members), members])).values()];
}
