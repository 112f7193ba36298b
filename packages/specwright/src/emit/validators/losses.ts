import { readPattern } from "@specwright/patterns";
import type { Diagnostic } from "../../diagnostic.ts";
import { followSchemaReferences } from "../../document/model/behind-references.ts";
import { isMisspelt } from "../../document/model/build/schemas/schema-keywords.ts";
import { listConjuncts } from "../../document/model/conjuncts.ts";
import { areDisjoint, countsAlternatives } from "../../document/model/facts/disjoint.ts";
import { visitPlaces } from "../../document/model/facts/dynamic-scope/references.ts";
import { hasCombinations } from "../../document/model/facts/keywords.ts";
import { findPossibleTypes } from "../../document/model/facts/possible-types.ts";
import type { Schema } from "../../document/model/model.ts";
import { type LossCode, reportLoss } from "../../loss.ts";
import { admitsNumbers, isNumberFormat } from "../number-format.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import { isAsserted } from "./definitions/context.ts";
import { createSlowPatterns, type SlowPatterns, shortenPattern } from "./slow-pattern.ts";

/**
 * A loss for every part of the document's schemas that the validators do not enforce, and a warning for every part
 * without an effect.
 */
export function describeLosses(context: ValidatorContext): Diagnostic[] {
  const { all, enter } = context.definitions;
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<Schema>();
  const slowPattern = createSlowPatterns();
  for (const definition of all) {
    if (definition.endless.size > definition.bases.size) {
      diagnostics.push(reportEndlessReference(definition.schema));
    }
    // The losses of a base were already reported for the whole schema.
    if (definition.isBase === true) {
      continue;
    }
    visitPlaces(definition, enter, ({ schema }) => {
      const isNew = !seen.has(schema);
      seen.add(schema);
      if (isNew) {
        addLosses(schema, context, diagnostics, slowPattern);
      }
      return isNew;
    });
  }
  return diagnostics;
}

function addLosses(
  schema: Schema,
  context: ValidatorContext,
  losses: Diagnostic[],
  slowPattern: SlowPatterns,
): void {
  // Most schemas have none of these keywords, and a large document has many schemas.
  for (const keyword in schema) {
    describers.get(keyword)?.(schema, context, losses, slowPattern);
  }
}

type Describe = (
  schema: Schema,
  context: ValidatorContext,
  losses: Diagnostic[],
  slowPattern: SlowPatterns,
) => void;

const describeContent: Describe = (schema, _, losses) => {
  losses.push(
    reportValidatorLoss(schema, {
      code: "content-not-enforced",
      message: "The content of a string (`contentEncoding`, `contentMediaType`) is not enforced.",
      fix: "Decode and check it in the code that uses it. JSON Schema treats these keywords as comments, too.",
    }),
  );
};

const describers: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  [
    "pattern",
    (schema, _, losses, slowPattern) => {
      addPatternLoss(schema, schema.pattern ?? "", losses, slowPattern);
    },
  ],
  [
    "patternProperties",
    (schema, _, losses, slowPattern) => {
      for (const text of schema.patternProperties?.keys() ?? []) {
        addPatternLoss(schema, text, losses, slowPattern);
      }
    },
  ],
  ["format", describeFormat],
  ["allOf", describeTypes],
  ["contentEncoding", describeContent],
  [
    "contentMediaType",
    (schema, context, losses, slowPattern) => {
      if (schema.contentEncoding === undefined) {
        describeContent(schema, context, losses, slowPattern);
      }
    },
  ],
  [
    "xml",
    (schema, _, losses) => {
      losses.push(
        reportValidatorLoss(schema, {
          code: "xml-not-carried",
          message: "The XML form of a value (`xml`) is not carried: bodies of XML are text.",
          fix: "Read and write them with a library for XML.",
        }),
      );
    },
  ],
  ["variant", describeVariant],
  ["discriminator", describeDiscriminator],
  ["oneOf", describeAlike],
  ["extensions", describeUnknown],
]);

function addPatternLoss(
  schema: Schema,
  pattern: string,
  losses: Diagnostic[],
  slowPattern: SlowPatterns,
): void {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    losses.push(
      reportValidatorLoss(schema, {
        code: "pattern-not-enforced",
        message: `The pattern \`${shortenPattern(pattern)}\` is not enforced: ${reading.reason}.`,
        fix: "Write it as a regular expression of JavaScript with the flag `u`.",
      }),
    );
    return;
  }
  const slow = slowPattern(schema, pattern, reading);
  if (slow !== undefined) {
    losses.push(slow);
  }
  if (reading.widened !== undefined) {
    losses.push(
      reportValidatorLoss(schema, {
        code: "pattern-widened",
        message: `Engines differ about the pattern \`${shortenPattern(pattern)}\`, and validators allow every text that one of them allows: ${reading.widened}.`,
        fix: "Write it as a regular expression of JavaScript with the flag `u`.",
      }),
    );
  }
}

/** Reports parts that each allow some type, but together allow none. */
function describeTypes(schema: Schema, _: unknown, losses: Diagnostic[]): void {
  const { allOf = [], ...own } = schema;
  if (
    findPossibleTypes(schema) === 0 &&
    [own, ...allOf].every((part) => findPossibleTypes(part) !== 0)
  ) {
    const { file, pointer } = schema.location;
    losses.push({
      severity: "warning",
      code: "contradictory-schema",
      message:
        "The parts of `allOf` and the keywords beside it have no type in common, so no value is valid.",
      fix: "Correct the `type` of one of them.",
      file,
      pointer,
    });
  }
}

/** Reports objects among the alternatives of `oneOf` that differ in optional properties only, so that a value fits several. */
function describeAlike(schema: Schema, _: unknown, losses: Diagnostic[]): void {
  const alternatives = countsAlternatives(schema) ? (schema.oneOf ?? []) : [];
  const alike = alternatives.find((alternative) =>
    alternatives.some((other) => other !== alternative && mostlyFits(alternative, other)),
  );
  if (alike !== undefined) {
    const name = alike.ref?.name ?? `alternative ${alternatives.indexOf(alike) + 1}`;
    const { file, pointer } = schema.location;
    losses.push({
      severity: "warning",
      code: "alike-alternatives",
      message: `An object that fits \`${name}\` also fits another alternative unless it breaks the other's optional properties, and \`oneOf\` refuses what fits two.`,
      fix: "Use `anyOf`, add a `discriminator`, or require a property in each alternative that tells it from the others.",
      file,
      pointer,
    });
  }
}

/** Returns whether an object with the properties that one schema requires also fits another one. */
function mostlyFits(one: Schema, other: Schema): boolean {
  const [from, to] = [followSchemaReferences(one), followSchemaReferences(other)];
  return (
    from !== undefined &&
    to !== undefined &&
    [from, to].every(isOpenObject) &&
    (to.required ?? []).every((name) => {
      const [mine, theirs] = [from.properties?.get(name), to.properties?.get(name)];
      return (
        from.required?.includes(name) === true &&
        (mine === undefined || theirs === undefined || !areDisjoint([mine, theirs]))
      );
    })
  );
}

/** Returns whether a schema describes an object by its properties and nothing else, and allows others. */
function isOpenObject(schema: Schema): boolean {
  const { types, properties, additionalProperties, unevaluatedProperties, maxProperties } = schema;
  return (
    types?.join() === "object" &&
    properties !== undefined &&
    [additionalProperties, unevaluatedProperties].every((rest) => rest?.boolean !== false) &&
    maxProperties === undefined &&
    !hasCombinations(schema)
  );
}

function describeFormat(schema: Schema, context: ValidatorContext, losses: Diagnostic[]): void {
  const { format = "", types } = schema;
  // Some generators repeat the type.
  const isSaid = saysNothing(format, types) || types?.some((type) => type === format) === true;
  const isEnforced = isAsserted(context, format) || isNumberFormat(format, types);
  if (context.assertsFormats && !isEnforced && !isSaid) {
    losses.push(
      reportValidatorLoss(schema, {
        code: "format-not-enforced",
        detail: format,
        message: `The format \`${format}\` is not enforced by the validators.`,
        fix: "Describe the allowed values with `pattern`, `minimum` and `maximum`, or keep the format as a comment for readers.",
      }),
    );
  }
}

/**
 * Reports required properties of a variant that values need not have. Without separate types for each direction, the
 * types require these properties.
 */
function describeVariant(
  { properties, location, variant }: Schema,
  { hasDirections }: ValidatorContext,
  losses: Diagnostic[],
): void {
  for (const name of hasDirections ? [] : (variant?.noLongerRequired ?? [])) {
    const [where, what] =
      variant?.direction === "request" ? ["requests", "read-only"] : ["responses", "write-only"];
    losses.push(
      reportValidatorLoss(properties?.get(name) ?? { location }, {
        code: "direction-not-in-types",
        message: `The types of ${where} have \`${name}\`, which is ${what} and optional in this direction.`,
        fix: "Generate without `--no-read-write-split` for types of each direction.",
      }),
    );
  }
}

/**
 * Returns true for formats of OpenAPI (3.1, section 4.4) that every JSON value fits: every number is a double, and
 * bytes never occur in JSON.
 */
function saysNothing(format: string, types: Schema["types"]): boolean {
  return (
    format === "password" || format === "binary" || (format === "double" && admitsNumbers(types))
  );
}

/**
 * A discriminator does not change whether a value is valid (OpenAPI 3.1, section 4.8.25). Its mapping is only enforced
 * where the alternatives themselves list the values.
 */
function describeDiscriminator(schema: Schema, _: unknown, losses: Diagnostic[]): void {
  const { discriminator, oneOf = [], anyOf = [] } = schema;
  const name = discriminator?.propertyName ?? "";
  if (oneOf.length + anyOf.length === 0) {
    losses.push(
      reportValidatorLoss(schema, {
        code: "discriminator-not-enforced",
        message: `Values are not validated against the schema that \`${name}\` names: the discriminator has no alternatives beside it.`,
        fix: "Use a schema with `oneOf` in places that allow any of them.",
      }),
    );
  }
  if ([...oneOf, ...anyOf].some((alternative) => !listsValues(alternative, name, new Set()))) {
    losses.push(
      reportValidatorLoss(schema, {
        code: "discriminator-not-enforced",
        message: `An alternative allows any \`${name}\`, so the discriminator cannot exclude it.`,
        fix: "Give the property a `const` or an `enum` in each alternative.",
      }),
    );
  }
}

/** Returns whether a schema lists the allowed values of a property. */
function listsValues(schema: Schema, name: string, seen: Set<Schema>): boolean {
  if (seen.has(schema)) {
    return false;
  }
  seen.add(schema);
  const property = schema.properties?.get(name);
  const target = property === undefined ? undefined : followSchemaReferences(property);
  return (
    target?.const !== undefined ||
    target?.enum !== undefined ||
    listConjuncts(schema).some((part) => listsValues(part, name, seen))
  );
}

function describeUnknown(schema: Schema, _: unknown, losses: Diagnostic[]): void {
  for (const keyword of schema.extensions?.keys() ?? []) {
    if (!keyword.startsWith("x-") && !silent.has(keyword) && !isMisspelt(keyword)) {
      losses.push(
        reportValidatorLoss(schema, {
          code: "unknown-keyword",
          detail: keyword,
          message: `The keyword \`${keyword}\` is not one of JSON Schema 2020-12, so it is ignored.`,
          fix: "Use a keyword of 2020-12, or begin its name with `x-` when it is for your own tools.",
        }),
      );
    }
  }
}

/** Keywords that do not constrain values, or that the reader has already used. */
const silent: ReadonlySet<string> = new Set(["$schema", "$vocabulary", "$comment", "definitions"]);

function reportEndlessReference(schema: Schema): Diagnostic {
  const { file, pointer } = schema.location;
  return {
    severity: "warning",
    code: "endless-reference",
    message:
      "A reference of the schema leads back to it endlessly, without reaching a part of the value, so it is left out.",
    fix: "Remove it. Move the properties that a schema shares with its alternatives to another schema, and refer to that one from both.",
    file,
    pointer,
  };
}

function reportValidatorLoss(
  { location }: Schema,
  { code, ...text }: Pick<Diagnostic, "message" | "fix" | "detail"> & { readonly code: LossCode },
): Diagnostic {
  return reportLoss(location, code, text);
}
