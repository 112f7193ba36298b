import type { Verdict } from "specwright";

/** The calls of one pair of documents in one direction. */
export interface WireRow {
  readonly kind: string;
  readonly way: "old client, new router" | "new client, old router";
  /** The kinds of changes from the client's document to the router's. */
  readonly kinds: readonly string[];
  /** The worst verdict on callers. */
  readonly verdict: Verdict;
  readonly refusal: string | undefined;
}

/** Kinds whose verdict and the calls may differ, with the reason. */
const reasons: readonly (readonly [kinds: RegExp, reason: string])[] = [
  [/^(?:operation-server|server)-/, "Servers are addresses, which these calls do not use."],
  [/^operation-(?:sunset|pagination)-/, "A promise about later calls."],
  [/^(?:webhook|callback)-/, "The other side sends these requests."],
  [
    /^(?:response-(?:success|empty-success|media-type|header)-removed|link-|response-property-became-one-way)/,
    "An optional part of an answer that no longer comes fits the document; programs that need it miss it.",
  ],
  [/^security-scope-/, "The application's hooks judge scopes."],
  [/^security-alternative-/, "The client has the credentials of every alternative."],
  [/^security-scheme-/, "No operation of the pair uses the scheme."],
  [/^(?:parameter-reserved|parameter-empty)-/, "Our router reads both forms."],
  [/^parameter-content-/, "A text that is not JSON."],
  [/^response-header-explode-/, "The header of the pair is a text, which is written in one way."],
  [/content-(?:media-type|encoding)-changed$/, "Validators do not decode texts."],
  [/-xml-changed$/, "Routers do not read XML."],
  [/^request-default-/, "The request is accepted, and means something else."],
  [/^media-type-schema-added$/, "Without a schema every value fitted."],
  [/^media-type-stream-/, "The last event is not one of the values."],
  [
    /-(?:discriminator|mapping)-/,
    "Validators try the alternatives, whatever a discriminator says.",
  ],
  [/^request-property-became-one-way$/, "Our router passes over read-only properties."],
  [
    /^request-property-added$/,
    "A client may already send the name with any value, since the object is open. Documents say nothing about such values.",
  ],
];

/** The reason for which a difference is accepted. */
export function findReason({ kinds }: WireRow): string | undefined {
  return reasons.find(([pattern]) => kinds.some((kind) => pattern.test(kind)))?.[1];
}

/** Returns whether the verdict on callers is what the calls show. */
export function isSame({ verdict, refusal }: WireRow): boolean {
  return (verdict !== "works") === (refusal !== undefined);
}

/** The page about the calls. */
export function renderWire(rows: readonly WireRow[]): string {
  const same = rows.filter(isSame);
  const refused = rows.filter(({ refusal }) => refusal !== undefined);
  const others = Map.groupBy(
    rows.filter((row) => !isSame(row)),
    (row) => findReason(row) ?? "No reason yet",
  );
  return `# Verdicts on callers, on the wire

For each pair of documents in the table of kinds of changes, the generated client of one calls the generated router of the other, in both
directions, with values made of both documents' schemas and values at their edges. A change counts as refused when a request that is right for the
client's document is refused by the router, or when an answer that is right for the router's document does not fit the client's. Refused
has to be what \`specwright diff\` calls *breaks* or *may break* for callers.

${new Set(rows.map(({ kind }) => kind)).size} pairs, ${rows.length} directions: ${refused.length} are refused, and ${same.length} agree with the verdict. The others have a reason:

| Reason | directions | kinds |
|---|---|---|
${[...others].map(([reason, list]) => `| ${reason} | ${list.length} | ${[...new Set(list.flatMap(({ kinds }) => kinds))].map((kind) => `\`${kind}\``).join(", ")} |`).join("\n")}

\`node -C source scripts/commands/changes-on-the-wire.ts\` writes this page.
`;
}
