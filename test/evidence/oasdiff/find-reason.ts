import type { Judgement } from "./judge-pair.ts";

/** The reason why the verdicts on a pair differ; undefined when it is unknown. */
export function findReason(ours: Judgement, theirs: Judgement): string | undefined {
  const matches = (pattern: RegExp | null, { kinds }: Judgement): boolean =>
    pattern === null ? kinds.length === 0 : kinds.some((kind) => pattern.test(kind));
  return reasons.find(([mine, other]) => matches(mine, ours) && matches(other, theirs))?.[2];
}

const any = /^/;

/**
 * Rows of our kinds, oasdiff's kinds and the reason. Null means that no change is reported. The first row that fits is
 * used.
 */
const reasons: readonly (readonly [RegExp | null, RegExp | null, string])[] = [
  [
    null,
    /max-(?:items-)?decreased/,
    "The limit is beside `type: string`, of which it says nothing: no value is refused.",
  ],
  [
    /-of-became-/,
    /discriminator/,
    "Beside a discriminator a value may fit several alternatives, and without one exactly one. oasdiff reports this without a level.",
  ],
  [
    /operation-removed/,
    null,
    "oasdiff reads no document in which two paths differ only in the names of their parameters.",
  ],
  [
    /request-property-became-required/,
    /^$|property-removed/,
    "The name is required and has no schema of its own, which oasdiff does not look at. Requests without it are refused.",
  ],
  [
    /request-property-became-required/,
    null,
    "The name is required and has no schema of its own, which oasdiff does not look at. Requests without it are refused.",
  ],
  [
    /extension-changed$/,
    /x-extensible-enum/,
    "`x-extensible-enum` belongs to one company's guidelines. An extension has no verdict here.",
  ],
  [
    null,
    /new-request-path-parameter/,
    "The parameters moved from the path to its operation. Nothing else changed.",
  ],
  [
    /response-empty-success-removed/,
    /response-success-status-removed/,
    "The success that was removed has no body. Callers that look at `response.ok` do not notice another status.",
  ],
  [
    /parameter-removed/,
    /endpoint-added|new-optional-request-parameter|^$/,
    "A parameter was removed, and oasdiff reports new things only. A server may ignore the parameter or refuse it.",
  ],
  [
    /parameter-removed/,
    null,
    "oasdiff reports nothing without `--flatten-params`. The parameter is gone, or an object in the query became several parameters.",
  ],
  [
    /parameter-added-required|response-success-removed/,
    null,
    "oasdiff refuses documents with two paths that differ in the names of their parameters only, and compares nothing.",
  ],
  [
    /request-(?:null-forbidden|type-narrowed)/,
    /request-parameter-(?:became-not-nullable|list-of-types|property-list-of-types)/,
    "A query carries texts. Those that were sent before are still accepted, and read as what the new document allows.",
  ],
  [
    /content-(?:encoding|media-type)-changed/,
    /content-/,
    "Programs decode the text by it, and no validator looks into the text: whether a text breaks them, no example shows.",
  ],
  [
    /request-(?:alternative-removed|all-of-added)/,
    /(?:one|any)-of-removed|all-of-added/,
    "Every request that was tried fits a form that stays, or the new part too, because the objects are open.",
  ],
  [
    /response-(?:alternative-added|type-changed)/,
    /response-property-type-changed/,
    "No answer was found that the old document does not allow as well.",
  ],
  [
    null,
    /request-parameter-max/,
    "The limit is one of lists or numbers, and stands beside another type, so it refuses nothing.",
  ],
  [
    /any-of-became-one-of|one-of-became-any-of/,
    /(?:body|property)-one-of-(?:added|removed)/,
    "Values that fit the alternative that one document lacks fit another one too, and `oneOf` refuses a value that fits two.",
  ],
  [
    /any-of-became-one-of|one-of-became-any-of/,
    /discriminator/,
    "A discriminator chooses one form. Without it, `oneOf` refuses values that fit two forms.",
  ],
  [
    /request-property-became-required/,
    /request-property-removed|^$/,
    "The name is required, although the schema no longer has a property of this name. Requests without it are refused.",
  ],
  [
    /request-property-became-required/,
    null,
    "The name is required, although the schema has no property of this name. Requests without it are refused.",
  ],
  [
    null,
    /any-of-removed/,
    "The alternative that was removed and the one that was added have equal schemas under two names.",
  ],
  [
    /component-schema|request-property-added/,
    /all-of/,
    "The part of `allOf` that was added or removed says nothing that another part does not say, or has an optional property only.",
  ],
  [
    /request-(?:body-became-required|property-removed|property-removed-required)/,
    /request-body-became-required/,
    "In a webhook the API sends the request, so that a caller who gets a body every time is well.",
  ],
  [
    /request-property-removed/,
    /request-property-removed/,
    "Callers may send more properties than the schema names. Their code breaks when it is compiled, and the severity is *breaking*.",
  ],
  [
    /response-pattern-added/,
    /request-property-pattern-added/,
    "The property is `readOnly`: no request has it.",
  ],
  [
    /request-type-widened/,
    /enum-value-removed/,
    "The list of values gave way to all texts and integers: nothing is refused that was accepted.",
  ],
  [
    /request-.*(?:lowered|raised|-added|forbidden)$/,
    null,
    "oasdiff does not report it. Values that were accepted are refused.",
  ],
  [
    /request-.*-added$/,
    /-set$/,
    "A new limit refuses values that were accepted. oasdiff warns, because the server may have refused them before.",
  ],
  [
    /server-removed/,
    null,
    "`oasdiff changelog` says nothing about servers. Calls to the server fail.",
  ],
  [
    /^security-(?:added|scope-added)/,
    /security/,
    "Calls without the credentials or the scope are refused.",
  ],
  [
    /security-scheme-removed/,
    /security-component-removed/,
    "No operation can be called with the scheme any more.",
  ],
  [
    /response-media-type-removed/,
    /media-type-name/,
    "A client that asks for the former media type, or that looks at it before it reads, gets another one.",
  ],
  [
    /response-media-type-added/,
    /media-type-added/,
    "A client that names no media type in `Accept` may get the new one.",
  ],
  [
    /request-type-changed/,
    /type-generalized/,
    "The items of the list are not what the single value was: this is more than a parameter that can be repeated.",
  ],
  [
    /type-changed$/,
    /type-compatible/,
    "The body is XML. A text in the place of an object is written in another way, also in XML.",
  ],
  [
    /request-type-changed/,
    /request-parameter-property-type-changed/,
    "A text such as `abc` was refused and is accepted; JSON's numbers were accepted and are refused. oasdiff warns.",
  ],
  [
    /response-.*(?:-removed|-lowered|-raised)$/,
    /removed|decreased|increased|specialized/,
    "Answers may have values that they did not have before. Many callers do not look at this rule, so they *may* break.",
  ],
  [
    /response-alternative-added/,
    /of-added/,
    "An answer has one more form, for `oneOf` and `anyOf` alike. A caller who counts on knowing every form may break.",
  ],
  [
    /pattern-(?:changed|removed)$/,
    /pattern/,
    "Another pattern refuses some texts and allows others; which of them are in use, no document says.",
  ],
  [/request-body-removed/, any, "A server may ignore the body that callers still send."],
  [
    /default-changed/,
    any,
    "Callers who leave the value out are accepted and mean another value; whether that breaks them, no document says.",
  ],
  [
    /(?:discriminator|mapping)-(?:added|removed|changed)/,
    /discriminator/,
    "A value that names a form now has to be the one of its mapping. oasdiff reports this without a level.",
  ],
  [
    /discriminator-changed/,
    /property-removed/,
    "Another property says which form a value has. oasdiff warns of the former one.",
  ],
  [
    /response-property-became-one-way/,
    /write-only/,
    "A required property of answers became `writeOnly`, so answers no longer have it.",
  ],
];
