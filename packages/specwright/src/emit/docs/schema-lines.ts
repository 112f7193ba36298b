import { followSchemaReferences } from "../../document/model/behind-references.ts";
import type { Schema } from "../../document/model/model.ts";
import { escapeCodeSpan } from "../../text/code-span.ts";
import { escapeMarkdownLine } from "../shared/escape/markdown-text.ts";
import type { Pages } from "./pages.ts";
import { describeSchema } from "./schema-text.ts";

/** Inline objects are shown down to this depth. Named schemas have their own pages. */
const deepest = 4;

/**
 * The members of an object, or of the objects in a list, as a nested Markdown list. Empty for other schemas. The list
 * ends at the depth `deepest` and at references, because each named schema has its own page.
 *
 * @param most The number of members of one object that are listed. Default: all.
 */
export function writeSchemaLines(
  schema: Schema,
  pages: Pages,
  most: number = Number.POSITIVE_INFINITY,
): string {
  return renderMembers(schema, { pages, most }, "", new Set()).join("\n");
}

interface LinesContext {
  readonly pages: Pages;
  readonly most: number;
}

function renderMembers(
  schema: Schema,
  context: LinesContext,
  indent: string,
  seen: Set<Schema>,
): readonly string[] {
  const { pages, most } = context;
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined || seen.has(resolved) || indent.length > deepest * 2) {
    return [];
  }
  // The parts of `allOf` share one set: a part that comes again adds nothing, and parts that each have two others would double.
  const inside = seen.add(resolved);
  const { properties, allOf = [], oneOf = [], anyOf = [], items, additionalProperties } = resolved;
  const required = new Set(resolved.required);
  return [
    ...allOf.flatMap((part) => renderMembers(part, context, indent, inside)),
    ...[...(properties ?? [])]
      .slice(0, most)
      .flatMap(([name, property]) => [
        writeMemberLine(name, property, required.has(name), pages, indent),
        ...inlineMembers(property, context, `${indent}  `, inside),
      ]),
    ...((properties?.size ?? 0) > most ? [`${indent}- further members are in the document`] : []),
    ...(additionalProperties === undefined || additionalProperties.boolean === false
      ? []
      : [`${indent}- any other name: ${describeSchema(additionalProperties, pages)}`]),
    ...[...oneOf, ...anyOf].flatMap((choice, index) =>
      choice.ref === undefined && choice.properties !== undefined
        ? [
            `${indent}- choice ${index + 1}`,
            ...renderMembers(choice, context, `${indent}  `, new Set(inside)),
          ]
        : [],
    ),
    ...(items === undefined || properties !== undefined
      ? []
      : inlineMembers(items, context, indent, inside)),
  ];
}

/** The members of a schema that does not have its own page. */
function inlineMembers(
  schema: Schema,
  context: LinesContext,
  indent: string,
  seen: ReadonlySet<Schema>,
): readonly string[] {
  return schema.ref?.name === undefined
    ? renderMembers(schema, context, indent, new Set(seen))
    : [];
}

function writeMemberLine(
  name: string,
  property: Schema,
  isRequired: boolean,
  pages: Pages,
  indent: string,
): string {
  const resolved = followSchemaReferences(property);
  const marks = [
    isRequired ? "required" : "",
    property.readOnly === true || resolved?.readOnly === true ? "read only" : "",
    property.writeOnly === true || resolved?.writeOnly === true ? "write only" : "",
    property.deprecated === true || resolved?.deprecated === true ? "deprecated" : "",
    describeSchema(property, pages),
  ];
  // A description beside the reference describes this use, so it takes precedence.
  const description = property.description ?? resolved?.description ?? "";
  return listLine(name, marks, description, indent);
}

/** A line of a list: a name, its constraints, and the document's description. */
export function listLine(
  name: string,
  marks: readonly string[],
  description: string,
  indent = "",
): string {
  const text = escapeMarkdownLine(description);
  const said = marks.filter((mark) => mark !== "").join(", ");
  return `${indent}- ${escapeCodeSpan(name) || "(no name)"} (${said})${text === "" ? "" : `: ${text}`}`;
}
