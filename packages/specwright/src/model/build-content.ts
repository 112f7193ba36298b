import type { BuildContext } from "./build-context.ts";
import { buildHeader, writtenStyle } from "./build-parameter.ts";
import { buildUse, followReferences, inPlace } from "./build-reference.ts";
import { buildSchema } from "./build-schema.ts";
import type { Encoding, Header, MediaType, Use } from "./model.ts";
import type { Raw } from "./raw.ts";
import { booleanOf, entries, isObject, member, optional, stringOf } from "./raw.ts";

/** Makes the media types of a `content`, in the document's order. */
export function buildContent(raw: Raw, context: BuildContext): MediaType[] {
  return entries(inPlace(raw, context)).map(([mediaType, written]) => {
    const value = followReferences(written, context) ?? written;
    const schema = member(value, "schema");
    const itemSchema = member(value, "itemSchema");
    return {
      mediaType,
      ...optional("schema", schema === undefined ? undefined : buildSchema(schema, context)),
      ...optional(
        "itemSchema",
        itemSchema === undefined ? undefined : buildSchema(itemSchema, context),
      ),
      encoding: buildEncodings(member(value, "encoding"), context),
      examples: buildExamples(value, context),
    };
  });
}

/** Headers by name as written, references resolved. */
export function buildHeaders(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, Use<Header>> {
  const headers = new Map<string, Use<Header>>();
  for (const [name, value] of entries(inPlace(raw, context))) {
    const header = buildUse(value, "headers", context, buildHeader);
    if (header !== undefined) {
      headers.set(name, header);
    }
  }
  return headers;
}

/** The example of a parameter: the single one, or the first of the named ones. */
export function exampleOf(raw: Raw, context: BuildContext): unknown {
  const [first] = buildExamples(raw, context).values();
  return first;
}

function buildEncodings(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, Encoding> {
  return new Map(
    entries(raw).map(([property, value]) => [
      property,
      {
        ...optional("contentType", stringOf(value, "contentType")),
        ...optional("style", writtenStyle(value, context)),
        ...optional("explode", booleanOf(value, "explode")),
        ...optional("allowReserved", booleanOf(value, "allowReserved")),
        headers: buildHeaders(member(value, "headers"), context),
      },
    ]),
  );
}

/** Named examples; a single `example` is named `default`. References lead to an example or, after 3.0, to its value. */
function buildExamples(raw: Raw, context: BuildContext): ReadonlyMap<string, unknown> {
  const examples = new Map<string, unknown>();
  const single = member(raw, "example");
  if (single !== undefined) {
    examples.set("default", single.value);
  }
  for (const [name, value] of entries(inPlace(member(raw, "examples"), context))) {
    const example = followReferences(value, context);
    const own = example === undefined ? undefined : exampleValue(example, context);
    if (own !== undefined) {
      examples.set(name, own.value);
    }
  }
  return examples;
}

function exampleValue(example: Raw, context: BuildContext): Raw | undefined {
  const value = member(example, "value") ?? member(example, "dataValue");
  if (value !== undefined && isObject(value.value) && typeof value.value.$ref === "string") {
    // Bundling puts a referenced value in place, so documents keep values in files of their own.
    return followReferences(value, context);
  }
  return value;
}
