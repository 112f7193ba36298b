import type { Verdict } from "../change.ts";
import type { Kind } from "./kind.ts";
import { limitRows } from "./limit-rows.ts";

/**
 * A change of a schema. Each row becomes two kinds, one for requests and one for responses, because the effect is
 * reversed: a narrower request breaks callers, and a wider response surprises them.
 */
export interface SchemaRow {
  readonly sentence: string;
  /** The verdict when values that were valid are rejected: for validators, and for callers in requests. */
  readonly narrows?: Verdict;
  /** The verdict when values become valid that were rejected before. Callers see such values in responses. */
  readonly widens?: Verdict;
  /** The verdict, for callers only, when leaving a value out of a request now has another meaning. */
  readonly leavesOut?: Verdict;
  /** The verdict for code that writes a value of the type: clients in requests, handlers in responses. */
  readonly writes?: Verdict;
  /**
   * The verdict for handlers that return a value of the type, if it differs from `writes`. Example: an excess property
   * is an error in the arguments of a call, but in the result of a function only if the result has a type annotation.
   */
  readonly returns?: Verdict;
  /** The verdict for code that reads a value of the type: clients in responses, handlers in requests. */
  readonly reads?: Verdict;
  /**
   * The verdict for handlers that read a value of the type, if it differs from `reads`. If the caller leaves out an
   * optional value, handlers get the default, but clients do not.
   */
  readonly readsFilled?: Verdict;
  readonly isDocumentation?: true;
}

const doc = (sentence: string): SchemaRow => ({ sentence, isDocumentation: true });
const rule = (sentence: string): SchemaRow => ({ sentence, narrows: "breaks" });
const noRule = (sentence: string): SchemaRow => ({ sentence, widens: "may break" });
const otherRule = (sentence: string): SchemaRow => ({
  sentence,
  narrows: "may break",
  widens: "may break",
});

const valueRows: Readonly<Record<string, SchemaRow>> = {
  "type-changed": {
    sentence: "{place} is {after} and no longer {before}.",
    narrows: "breaks",
    widens: "breaks",
    writes: "breaks",
    reads: "breaks",
  },
  "type-widened": {
    sentence: "{place} can also be {name}.",
    widens: "breaks",
    reads: "breaks",
  },
  "type-narrowed": {
    sentence: "{place} can no longer be {name}.",
    narrows: "breaks",
    writes: "breaks",
  },
  "integer-became-number": { ...noRule("{place} is any number, no longer an integer only.") },
  "number-became-integer": { ...rule("{place} is an integer and no longer any number.") },
  "null-allowed": { sentence: "{place} can be null.", widens: "breaks", reads: "breaks" },
  "null-forbidden": {
    sentence: "{place} can no longer be null.",
    narrows: "breaks",
    writes: "breaks",
  },
  "value-forbidden": {
    sentence: "{place} can no longer have any value.",
    narrows: "breaks",
    writes: "breaks",
  },
  "value-allowed": { sentence: "{place} can have a value.", widens: "breaks", reads: "breaks" },
  "enum-added": {
    sentence: "{place} is limited to {after}.",
    narrows: "breaks",
    writes: "breaks",
  },
  "enum-removed": {
    sentence: "{place} can have values other than {before} now.",
    widens: "may break",
    reads: "may break",
  },
  "enum-value-added": {
    sentence: "{place} can also be {name}.",
    widens: "may break",
    reads: "may break",
  },
  "enum-value-removed": {
    sentence: "{place} can no longer be {name}.",
    narrows: "breaks",
    writes: "breaks",
    reads: "may break",
  },
  "const-added": { sentence: "{place} is always {after}.", narrows: "breaks", writes: "breaks" },
  "const-removed": {
    sentence: "{place} can have values other than {before} now.",
    widens: "may break",
    reads: "may break",
  },
  "const-changed": {
    sentence: "{place} is {after} and no longer {before}.",
    narrows: "breaks",
    widens: "breaks",
    writes: "breaks",
    reads: "may break",
  },
  "format-added": rule("{place} has the format {after}."),
  "format-removed": noRule("{place} no longer has the format {before}."),
  "format-changed": {
    sentence: "{place} has the format {after} and no longer {before}.",
    narrows: "breaks",
    widens: "may break",
  },
  "format-widened": noRule("{place} has the format {after}, which includes {before}."),
  "format-narrowed": rule("{place} has the format {after}, which {before} includes."),
  "format-hint-changed": doc(
    "The format of {place}, which limits no values, is {after}, before {before}.",
  ),
  "pattern-added": rule("{place} has to match {after}."),
  "pattern-removed": noRule("{place} no longer has to match {before}."),
  "pattern-changed": otherRule("{place} has to match {after} and no longer {before}."),
  "multiple-of-added": rule("{place} has to be a multiple of {after}."),
  "multiple-of-removed": noRule("{place} no longer has to be a multiple of {before}."),
  "multiple-of-changed": {
    sentence: "{place} has to be a multiple of {after} and no longer of {before}.",
    narrows: "breaks",
    widens: "may break",
  },
  "content-media-type-changed": otherRule(
    "The text of {place} has the media type {after}, before {before}.",
  ),
  "content-encoding-changed": {
    sentence: "The text of {place} has the encoding {after}, before {before}.",
    narrows: "may break",
    widens: "breaks",
  },
};

const objectRows: Readonly<Record<string, SchemaRow>> = {
  "property-added": { sentence: "{place} has the optional property {name}." },
  "property-added-required": {
    sentence: "{place} has the required property {name}.",
    narrows: "breaks",
    writes: "breaks",
  },
  "property-removed": {
    sentence: "{place} no longer has the optional property {name}.",
    widens: "may break",
    writes: "breaks",
    returns: "may break",
    reads: "breaks",
  },
  "property-removed-required": {
    sentence: "{place} no longer has the property {name}, which was required.",
    widens: "breaks",
    writes: "breaks",
    returns: "may break",
    reads: "breaks",
  },
  "property-renamed": {
    sentence: "{place} has {after} in the place of {before}.",
    narrows: "breaks",
    widens: "breaks",
    writes: "breaks",
    reads: "breaks",
  },
  "property-became-required": {
    sentence: "{place} requires {name}.",
    narrows: "breaks",
    writes: "breaks",
  },
  "property-became-optional": {
    sentence: "{place} no longer requires {name}.",
    widens: "breaks",
    reads: "breaks",
  },
  "property-became-one-way": {
    sentence: "{place} lost {name}, which is {after} now.",
    narrows: "may break",
    widens: "breaks",
    writes: "breaks",
    returns: "may break",
    reads: "breaks",
  },
  "property-became-two-way": {
    sentence: "{place} has {name} now, which was {before}.",
    widens: "may break",
  },
  "hidden-property-changed": {
    sentence:
      "The property {name} of {place}, which values of this direction do not have, changed.",
    narrows: "may break",
    widens: "may break",
    writes: "may break",
    reads: "may break",
  },
  "additional-properties-forbidden": rule(
    "{place} can no longer have other properties than those listed.",
  ),
  "additional-properties-allowed": noRule("{place} can have other properties than those listed."),
  "pattern-property-added": rule("Properties of {place} that match {name} have a schema."),
  "pattern-property-removed": noRule(
    "Properties of {place} that match {name} no longer have a schema.",
  ),
  "property-names-added": rule("The names of the properties of {place} have a schema."),
  "property-names-removed": noRule(
    "The names of the properties of {place} no longer have a schema.",
  ),
  "dependent-required-added": rule("{place} requires {after} where it has {name}."),
  "dependent-required-removed": noRule("{place} no longer requires {before} where it has {name}."),
  "dependent-schema-added": rule("{place} has a further schema where it has {name}."),
  "dependent-schema-removed": noRule("{place} no longer has a further schema where it has {name}."),
  "unevaluated-properties-forbidden": rule(
    "{place} can no longer have properties that no part of its schema names.",
  ),
  "unevaluated-properties-allowed": noRule(
    "{place} can have properties that no part of its schema names.",
  ),
};

const listRows: Readonly<Record<string, SchemaRow>> = {
  "items-added": {
    sentence: "The items of {place} have a schema.",
    narrows: "breaks",
    writes: "breaks",
  },
  "items-removed": {
    sentence: "The items of {place} no longer have a schema.",
    widens: "breaks",
    reads: "breaks",
  },
  "contains-added": rule("{place} has to contain an item of a schema."),
  "contains-removed": noRule("{place} no longer has to contain an item of a schema."),
  "unique-items-added": rule("The items of {place} have to be unique."),
  "unique-items-removed": noRule("The items of {place} no longer have to be unique."),
  "unevaluated-items-forbidden": rule(
    "{place} can no longer have items that no part of its schema names.",
  ),
  "unevaluated-items-allowed": noRule("{place} can have items that no part of its schema names."),
};

const combinationRows: Readonly<Record<string, SchemaRow>> = {
  "alternative-added": {
    sentence: "{place} can also be {name}.",
    widens: "may break",
    reads: "may break",
  },
  "alternative-removed": {
    sentence: "{place} can no longer be {name}.",
    narrows: "breaks",
    writes: "breaks",
    reads: "may break",
  },
  "alternatives-added": {
    ...rule("{place} has to fit one of several alternatives."),
    writes: "may break",
  },
  "alternatives-removed": {
    ...noRule("{place} no longer has to fit one of several alternatives."),
    reads: "may break",
  },
  "any-of-became-one-of": {
    sentence: "{place} must not fit several of its alternatives, which was accepted before.",
    narrows: "may break",
  },
  "one-of-became-any-of": {
    sentence: "{place} may fit several of its alternatives, which was refused before.",
    widens: "may break",
  },
  "all-of-added": { ...rule("{place} has to fit one more schema."), writes: "may break" },
  "all-of-removed": { ...noRule("{place} has to fit one schema less."), reads: "may break" },
  "not-added": rule("{place} must not fit a schema."),
  "not-removed": noRule("{place} may fit a schema that it must not fit before."),
  "condition-added": rule("{place} has a condition (`if`)."),
  "condition-removed": noRule("{place} no longer has a condition (`if`)."),
  "dynamic-reference-changed": {
    sentence: "{place} has the schema that is bound to {after}, before to {before}.",
    narrows: "may break",
    widens: "may break",
    writes: "may break",
    reads: "may break",
  },
  "discriminator-added": {
    sentence: "{place} has the discriminator {after}.",
    narrows: "may break",
  },
  "discriminator-removed": {
    sentence: "{place} no longer has the discriminator {before}.",
    widens: "may break",
  },
  "discriminator-changed": {
    sentence: "{place} is distinguished by {after} and no longer by {before}.",
    narrows: "breaks",
    widens: "breaks",
    writes: "may break",
    reads: "may break",
  },
  "mapping-value-added": {
    sentence: "The discriminator of {place} also names {after} by {name}.",
    widens: "may break",
    reads: "may break",
  },
  "mapping-value-removed": {
    sentence: "The discriminator of {place} no longer names {before} by {name}.",
    narrows: "may break",
    writes: "breaks",
    reads: "may break",
  },
  "mapping-changed": {
    sentence:
      "The value {name} of the discriminator of {place} stands for {after}, before for {before}.",
    narrows: "may break",
    widens: "may break",
    writes: "may break",
    reads: "may break",
  },
};

const annotationRows: Readonly<Record<string, SchemaRow>> = {
  "default-added": { sentence: "{place} has the default {after}." },
  "default-removed": {
    sentence: "{place} no longer has the default {before}.",
    leavesOut: "may break",
    readsFilled: "breaks",
  },
  "default-changed": {
    sentence: "{place} has the default {after} and no longer {before}.",
    leavesOut: "may break",
  },
  "access-changed": { sentence: "{place} is {after}, before {before}." },
  "schema-deprecated": { sentence: "{place} is deprecated." },
  "schema-no-longer-deprecated": { sentence: "The deprecation of {place} was withdrawn." },
  "title-changed": doc("The title of {place} changed."),
  "description-changed": doc("The description of {place} changed."),
  "examples-changed": doc("The examples of {place} changed."),
  "external-docs-changed": doc("The external documentation of {place} changed."),
  "xml-changed": {
    sentence: "{place} is written to XML in another way.",
    narrows: "may break",
    widens: "may break",
  },
  "extension-changed": { sentence: "The extension {name} of {place} is {after}, before {before}." },
};

/** Every change of a schema. The key is the part of the kind's name after `request-` or `response-`. */
export const schemaRows: Readonly<Record<string, SchemaRow>> = {
  ...valueRows,
  ...limitRows,
  ...objectRows,
  ...listRows,
  ...combinationRows,
  ...annotationRows,
};

/** The kinds of both directions. */
export function listSchemaKinds(): readonly Kind[] {
  return Object.entries(schemaRows).flatMap(([name, row]) => [
    toKind(`request-${name}`, row, {
      callers: row.narrows ?? row.leavesOut,
      clientCode: row.writes,
      handlers: row.readsFilled ?? row.reads,
    }),
    toKind(`response-${name}`, row, {
      callers: row.widens,
      clientCode: row.reads,
      handlers: row.returns ?? row.writes,
    }),
  ]);
}

function toKind(
  name: string,
  { sentence, narrows, isDocumentation }: SchemaRow,
  verdicts: Readonly<Record<"callers" | "clientCode" | "handlers", Verdict | undefined>>,
): Kind {
  return {
    name,
    sentence,
    verdicts: {
      callers: verdicts.callers ?? "works",
      clientCode: verdicts.clientCode ?? "works",
      handlers: verdicts.handlers ?? "works",
      validators: narrows ?? "works",
    },
    isDocumentation,
  };
}
