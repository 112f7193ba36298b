import type { Diagnostic } from "../../diagnostic.ts";
import type { Schema } from "../../model/model.ts";
import { escapeRegExp } from "../escape/regexp.ts";
import type { ValidatorContext } from "./context.ts";
import { unassertedFormats } from "./context.ts";
import { forEachPlace } from "./references.ts";

/** A warning for everything in the document's schemas that the validators do not enforce. */
export function describeLosses(context: ValidatorContext): Diagnostic[] {
  const { all, enter } = context.definitions;
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<Schema>();
  for (const definition of all) {
    if (definition.endless.size > 0) {
      diagnostics.push(endlessReference(definition.schema));
    }
    forEachPlace(definition, enter, ({ schema }) => {
      const isNew = !seen.has(schema);
      seen.add(schema);
      diagnostics.push(...(isNew ? lossesOf(schema, context) : []));
      return isNew;
    });
  }
  return diagnostics;
}

function lossesOf(schema: Schema, context: ValidatorContext): Diagnostic[] {
  const { pattern, patternProperties, format } = schema;
  const losses = [...(pattern === undefined ? [] : [pattern]), ...(patternProperties?.keys() ?? [])]
    .filter((text) => escapeRegExp(text) === undefined)
    .map((text) => unenforcedPattern(schema, text));
  if (format !== undefined && context.assertsFormats && unassertedFormats.has(format)) {
    losses.push(
      warning(schema, {
        code: "format-not-enforced",
        message: `The format \`${format}\` is not enforced by the validators.`,
        fix: "Say what is allowed with `pattern`, or leave it as a comment for readers.",
      }),
    );
  }
  return losses;
}

function unenforcedPattern(schema: Schema, pattern: string): Diagnostic {
  return warning(schema, {
    code: "pattern-not-enforced",
    message: `The pattern \`${pattern}\` is not a regular expression of ECMA-262, so it is not enforced.`,
    fix: "Write it as JavaScript understands it.",
  });
}

function endlessReference(schema: Schema): Diagnostic {
  return warning(schema, {
    code: "endless-reference",
    message:
      "The schema refers to itself without getting to a part of the value, which says nothing.",
    fix: "Remove the reference, or put it below `properties` or `items`.",
  });
}

function warning(
  { location }: Schema,
  text: Pick<Diagnostic, "code" | "message" | "fix">,
): Diagnostic {
  return { severity: "warning", ...text, file: location.file, pointer: location.pointer };
}
