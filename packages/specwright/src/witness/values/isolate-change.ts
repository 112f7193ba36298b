import { limits } from "../../compare/kinds/limit-rows.ts";
import { viewSchema } from "../../compare/schemas/view-schema.ts";
import type { Schema } from "../../document/model/model.ts";

/**
 * The part of a schema with which a change refuses values, such as `{maxLength: 5}`. Undefined where the schema has none of
 * its keywords: the change is then about something that the schema no longer has.
 *
 * @param names the properties that the change is about
 */
export function isolateChange(
  kind: string,
  schema: Schema,
  names: readonly string[],
): Schema | undefined {
  const name = kind.replace(/^(?:request|response)-/, "");
  const keywords = keywordsOfKinds.find(([pattern]) => pattern.test(name))?.[1];
  const view = viewSchema(schema);
  if (keywords === undefined || keywords.every((keyword) => view[keyword] === undefined)) {
    return undefined;
  }
  const picked = Object.fromEntries(
    keywords.flatMap((keyword) =>
      view[keyword] === undefined ? [] : [[keyword, view[keyword]] as const],
    ),
  );
  return { location: schema.location, ...picked, ...ofNames(name, view, names) };
}

/** Of `required` and `properties` only what concerns the names. */
function ofNames(kind: string, view: Schema, names: readonly string[]): Partial<Schema> {
  if (kind.startsWith("additional-properties-")) {
    // What the described properties have to be is not part of it.
    const { location } = view;
    const open = (map: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> =>
      new Map([...map.keys()].map((key) => [key, { location, boolean: true }]));
    return {
      ...(view.properties && { properties: open(view.properties) }),
      ...(view.patternProperties && { patternProperties: open(view.patternProperties) }),
    };
  }
  if (!kind.startsWith("property-") || kind.startsWith("property-names-")) {
    return {};
  }
  const required = view.required?.filter((name) => names.includes(name));
  const properties = [...(view.properties ?? [])].filter(([name]) => names.includes(name));
  return {
    ...(required && required.length > 0 ? { required } : { required: view.required ?? [] }),
    properties: new Map(properties),
  };
}

type Keyword = keyof Schema;

const ofTypes: readonly Keyword[] = ["types", "enum", "const", "anyOf", "oneOf", "allOf"];

/** The keywords of each kind, by the start of its name. */
const keywordsOfKinds: readonly (readonly [RegExp, readonly Keyword[]])[] = [
  // Of a type that changed, no other keyword is compared.
  [/^(?:type-(?:widened|narrowed)|null-|integer-|number-)/, ofTypes],
  [/^(?:enum|const)-/, ["enum", "const"]],
  [/^format-/, ["format", "types"]],
  [/^pattern-property-/, ["patternProperties"]],
  [/^pattern-/, ["pattern"]],
  [/^multiple-of-/, ["multipleOf"]],
  [/^(?:min-|max-)?contains-/, ["contains", "minContains", "maxContains"]],
  ...limits.map(([keyword, name]): readonly [RegExp, readonly Keyword[]] => [
    new RegExp(`^${name}-(?:added|removed|raised|lowered)$`),
    [keyword],
  ]),
  [/^property-names-/, ["propertyNames"]],
  [/^property-/, ["required", "properties"]],
  [/^additional-properties-/, ["properties", "patternProperties", "additionalProperties"]],
  [/^dependent-required-/, ["dependentRequired"]],
  [/^items-/, ["items", "prefixItems"]],
  [/^unique-items-/, ["uniqueItems"]],
  [/^(?:alternative|any-of|one-of|discriminator)/, ["anyOf", "oneOf", "discriminator"]],
  [/^all-of-/, ["allOf"]],
  [/^not-/, ["not"]],
  [/^condition-/, ["if", "then", "else"]],
];
