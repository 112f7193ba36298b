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
  [/^operation-(?:sunset|pagination)-/, "The change is a promise about later calls."],
  [
    /^(?:webhook|callback)-/,
    "The owner of the API sends these requests, so a client cannot show it.",
  ],
  [
    /^(?:response-(?:success|empty-success|media-type|header)-removed|link-|response-property-became-one-way)/,
    "An answer without this optional part fits the document, and programs that need the part miss it.",
  ],
  [/^security-scope-/, "Scopes are checked by hooks of the application, not by the router."],
  [/^security-alternative-/, "The client of this test has the credentials of every alternative."],
  [/^security-scheme-/, "No operation of the pair uses the security scheme."],
  [/^(?:parameter-reserved|parameter-empty)-/, "Our router reads both forms."],
  [/^parameter-content-/, "A parameter that is not valid JSON is read as a plain string."],
  [
    /^response-header-explode-/,
    "The header of the pair is a string, which is written the same with and without `explode`.",
  ],
  [
    /^response-header-content-/,
    "The header of the pair is a text, and our client reads JSON that is a text as one.",
  ],
  [
    /^media-type-encoding-extended$/,
    "A value that is not an object is no form: the client sends it as plain text, which the router refuses.",
  ],
  [
    /^request-media-type-widened$/,
    "The new router passes bodies of `application/*` on as bytes. Callers do not notice.",
  ],
  [
    /^document-spelling-changed$/,
    "Of the values that were sent as plain text, some are objects, which plain text does not carry.",
  ],
  [/-hidden-property-changed$/, "No value of this direction has the property."],
  [
    /-dynamic-reference-changed$/,
    "The values that were sent fit both of the schemas that are bound.",
  ],
  [
    /-format-(?:narrowed|widened)$/,
    "No integer beyond 32 bits is among the values that were sent.",
  ],
  [/content-(?:media-type|encoding)-changed$/, "Validators do not decode strings."],
  [/-xml-changed$/, "Routers do not read XML."],
  [/^request-default-/, "The request is accepted, but has another meaning."],
  [/^response-media-type-schema-removed$/, "Without a schema, every value is valid."],
  [
    /^media-type-stream-/,
    "The event that ends the stream is not one of the values that were sent.",
  ],
  [
    /-(?:discriminator|mapping)-/,
    "Validators try all alternatives; a discriminator does not change which values are valid.",
  ],
  [/^request-property-became-one-way$/, "Our router ignores read-only properties of requests."],
  [
    /^request-property-added$/,
    "The object is open, so a client may already send a property of this name with any value. Documents do not describe such values.",
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
  return `# \`specwright diff\` beside real calls

\`specwright diff\` says whether a change of a document *breaks*, *may break* or *works* for callers: programs that are already
running. This page compares these verdicts with calls between generated code of both versions.

**How it was measured.** The tests have a pair of documents for each kind of change ([changes.md](changes.md)). For each pair, the generated client of one document calls the generated router of the other one, in both directions. The values are made of the schemas
of both documents, with values at their limits. A direction counts as refused when the router refuses a request that is valid for the
client's document, or when the client's document does not allow an answer that is valid for the router's. A refused direction
should have the verdict *breaks* or *may break*, and the others *works*.

**Result.** ${new Set(rows.map(({ kind }) => kind)).size} pairs have ${rows.length} directions: ${refused.length} are refused. ${same.length} agree with the verdict, and the table has the reason for each of the others.

| Why the calls cannot show the verdict | Directions | Kinds of changes |
|---|---:|---|
${[...others].map(([reason, list]) => `| ${reason} | ${list.length} | ${[...new Set(list.flatMap(({ kinds }) => kinds))].map((kind) => `\`${kind}\``).join(", ")} |`).join("\n")}

\`node -C source scripts/evidence/changes-on-the-wire.ts\` writes this page.
`;
}
