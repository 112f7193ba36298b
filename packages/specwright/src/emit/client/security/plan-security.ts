import type { Diagnostic } from "../../../diagnostic.ts";
import type { Model, Operation, SecurityScheme } from "../../../document/model/model.ts";
import { findSentSecurity } from "../../../document/model/sent-security.ts";
import { createContentNames } from "../../shared/bodies/content-names.ts";
import { escapeString } from "../../shared/escape/string.ts";

/** The credentials that an operation needs from its caller. */
export interface ClientSecurity {
  /** The name of the runtime value. Operations with the same requirements share it. */
  readonly constant: string;
  /** The schemes for which a credential can be given, by their names in the document. */
  readonly schemes: readonly string[];
  /** The runtime's value, as an expression. */
  readonly source: string;
}

/** The credentials that the operations of a document need. */
export interface SecurityPlan {
  readonly of: (operation: Operation) => ClientSecurity | undefined;
  /** Each different requirement once, in the order of the document's schemes. Empty when no operation needs a credential. */
  readonly all: readonly ClientSecurity[];
  /** The schemes of all requirements, in the document's order. */
  readonly schemes: ReadonlyMap<string, SentScheme>;
  /** A warning, when the document does not say which operations need credentials. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A scheme for which a client sends a credential. A certificate (`mutualTLS`) belongs to the connection instead. */
export type SentScheme = Exclude<SecurityScheme, { readonly type: "mutualTLS" }>;

/**
 * Names the credentials that operations need.
 *
 * @param taken names that the generated modules use for other things
 */
export function planSecurity(model: Model, taken: Iterable<string>): SecurityPlan {
  const names = createContentNames(taken);
  const found = new Map<string, ClientSecurity>();
  const ranks = new Map<ClientSecurity, readonly number[]>();
  // Most operations share the document's list, so each list is handled once.
  const byList = new Map<Operation["security"], ClientSecurity | undefined>();
  for (const operation of model.operations) {
    const security = findSentSecurity(model, operation);
    if (!byList.has(security)) {
      const alternatives = listSentAlternatives(security, model);
      const schemes = [...new Set(alternatives.flat())];
      if (schemes.length === 0) {
        byList.set(security, undefined);
        continue;
      }
      const source = printSecured(alternatives, model);
      const words = alternatives.map((each) => each.join("_and_") || "none").join("_or_");
      const constant = names.name(source, "security", [words]);
      const known = found.get(constant) ?? { constant, schemes, source };
      found.set(constant, known);
      ranks.set(known, rankSchemes(alternatives, model));
      byList.set(security, known);
    }
  }
  // Sorted by the document's schemes, so that a new operation at the beginning of the document does not change the
  // order.
  const all = [...found.values()].sort((left, right) =>
    compareRanks(ranks.get(left) ?? [], ranks.get(right) ?? []),
  );
  const used = new Set(all.flatMap(({ schemes }) => schemes));
  const schemes = [...model.components.securitySchemes].flatMap(([name, scheme]) =>
    used.has(name) && isSent(scheme) ? [[name, scheme] as const] : [],
  );
  return {
    of: (operation) => byList.get(findSentSecurity(model, operation)),
    all,
    schemes: new Map(schemes),
    diagnostics: warnOfAssumption(model),
  };
}

function warnOfAssumption({ assumedSecurity }: Model): readonly Diagnostic[] {
  return assumedSecurity === undefined
    ? []
    : [
        {
          severity: "warning",
          code: "security-not-written",
          message:
            "No operation says that it needs credentials (`security`), so the client takes those of every scheme and sends them with every call. A router asks for none.",
          fix: "Write `security` beside `paths`, such as `security: [{ <name>: [] }]`, or `security: []` when operations are open.",
          file: assumedSecurity.location.file,
          pointer: assumedSecurity.location.pointer,
        },
      ];
}

/**
 * The indexes of the schemes in the document; -1 ends an alternative. Names do not affect the order, because they may
 * be hostile texts.
 */
function rankSchemes(
  alternatives: readonly (readonly string[])[],
  { components }: Model,
): number[] {
  const order = [...components.securitySchemes.keys()];
  return alternatives.flatMap((names) => [...names.map((name) => order.indexOf(name)), -1]);
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((rank, at) => rank !== right[at]);
  return index === -1 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? -2);
}

function isSent(scheme: SecurityScheme | undefined): scheme is SentScheme {
  return scheme !== undefined && scheme.type !== "mutualTLS";
}

/** The names of the schemes of each alternative, without schemes for which nothing is sent. */
export function listSentAlternatives(
  security: Operation["security"],
  { components }: Model,
): readonly (readonly string[])[] {
  const lists = security.map((alternative) =>
    [...alternative.keys()].filter((name) => isSent(components.securitySchemes.get(name))),
  );
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()];
}

function printSecured(alternatives: readonly (readonly string[])[], model: Model): string {
  const lists = alternatives.map((names) =>
    printOnOneLineIfFits(names.map((name) => printSentScheme(name, model))),
  );
  const line = `/* @__PURE__ */ secured([${lists.join(", ")}])`;
  return line.length <= 80
    ? line
    : `/* @__PURE__ */ secured([\n${lists.map((list) => `  ${list},\n`).join("")}])`;
}

/** A list, on one line if it fits. */
function printOnOneLineIfFits(definitions: readonly string[]): string {
  const line = `[${definitions.join(", ")}]`;
  return line.length <= 96
    ? line
    : `[\n${definitions.map((definition) => `    ${definition},\n`).join("")}  ]`;
}

function printSentScheme(name: string, { components }: Model): string {
  // The caller has already removed the schemes for which nothing is sent.
  const scheme = components.securitySchemes.get(name) as SentScheme;
  const place = getSchemePlace(scheme);
  const members = [`scheme: ${escapeString(name)}`, `place: ${place}`];
  if (scheme.type === "apiKey" && place !== "authorization") {
    members.push(`name: ${escapeString(scheme.name)}`);
  }
  return `{ ${members.join(", ")} }`;
}

/** The runtime's function that sets the credential of a scheme. */
export function getSchemePlace(scheme: SentScheme): string {
  switch (scheme.type) {
    case "apiKey":
      // On a redirect to another origin, `fetch` removes this header by itself.
      return scheme.in === "header" && scheme.name.toLowerCase() === "authorization"
        ? "authorization"
        : `${scheme.in}Key`;
    case "http": {
      const name = scheme.scheme.toLowerCase();
      return name === "basic" || name === "bearer" ? name : "authorization";
    }
    case "oauth2":
    case "openIdConnect":
      // Tokens of these schemes are sent as bearer tokens (RFC 6750).
      return "bearer";
  }
}
