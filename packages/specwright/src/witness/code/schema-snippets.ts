import type { Change } from "../../compare/change.ts";
import { keyLocation } from "../../document/model/location.ts";
import type { Location, Schema } from "../../document/model/model.ts";
import { printLiteral } from "../../emit/shared/print/literal.ts";
import { camelCaseUnlessLegal, escapeIdentifier } from "../../text/identifier.ts";
import type { CallPair } from "../calls/call-pairs.ts";
import { listSamples } from "../calls/list-samples.ts";
import type { Models } from "../finder.ts";
import { printPlainType } from "./print-plain-type.ts";
import {
  listComponentRoots,
  listSchemaPlaces,
  listSchemaRoots,
  type SchemaPlace,
} from "./schema-roots.ts";
import type { Snippet } from "./snippet.ts";

/** How many values of a type are written. */
const mostValues = 8;

/** Statements that write or read the part of a value whose schema changed. Those with a component's type come first. */
export function listSchemaSnippets(
  change: Change,
  pair: CallPair | undefined,
  models: Models,
): readonly Snippet[] {
  const isWritten = change.kind.startsWith("request-");
  const isWebhook = pair?.label.startsWith("webhook ") === true;
  const places = [
    ...listComponentPlaces(models.before),
    ...(pair?.before === undefined
      ? []
      : listSchemaRoots(pair.before, isWebhook).flatMap(listSchemaPlaces)),
  ];
  const changed = places.filter(
    ({ schema, location, holder }) =>
      isAt(schema, change.before) ||
      (holder === undefined && location !== undefined && isAt({ location }, change.before)),
  );
  if (changed.length > 0) {
    return changed.flatMap((place) => (isWritten ? writePart(place) : readPart(place)));
  }
  // Of a new part, the old document has the holder, with the same type expression.
  const holders = new Set(
    [
      ...listComponentPlaces(models.after),
      ...(pair?.after === undefined
        ? []
        : listSchemaRoots(pair.after, isWebhook).flatMap(listSchemaPlaces)),
    ].flatMap(({ schema, holder }) =>
      holder !== undefined && isAt(schema, change.after) ? [holder.place.type.text] : [],
    ),
  );
  return isWritten
    ? places
        .filter(({ type }) => holders.has(type.text))
        .flatMap((place) => writeValues(place, place.schema))
    : [];
}

const known = new WeakMap<object, readonly SchemaPlace[]>();

function listComponentPlaces(model: Models["before"]): readonly SchemaPlace[] {
  const places = known.get(model) ?? listComponentRoots(model).flatMap(listSchemaPlaces);
  known.set(model, places);
  return places;
}

function isAt({ location }: Pick<Schema, "location">, place: Location | undefined): boolean {
  return place !== undefined && keyLocation(location) === keyLocation(place);
}

/** Writes values of the part itself, and of the object that holds it. */
function writePart(place: SchemaPlace): readonly Snippet[] {
  const { holder, name, type } = place;
  return [
    ...writeValues(place, place.schema),
    ...(holder === undefined ? [] : writeValues(holder.place, holder.place.schema)),
    { types: type.types, code: `declare const ${nameVariable(name)}: ${type.text};` },
  ];
}

function writeValues({ name, type }: SchemaPlace, schema: Schema): readonly Snippet[] {
  const samples = listSamples(schema);
  // The fullest values have the properties that may be gone.
  const chosen = new Set([...samples.slice(0, mostValues), ...samples.slice(-2)]);
  return [...chosen].map((value) => ({
    types: type.types,
    code: `const ${nameVariable(name)}: ${type.text} = ${printLiteral(value)};`,
  }));
}

/** Reads the part from what holds it, alone and as a value of its old type. */
function readPart({ name, type, schema, isOptional, holder }: SchemaPlace): readonly Snippet[] {
  const plain = printPlainType(schema);
  const asType = plain === undefined ? undefined : `${plain}${isOptional ? " | undefined" : ""}`;
  if (holder === undefined) {
    const variable = nameVariable(name);
    const declared = `declare const ${variable}: ${type.text};`;
    const [member] = schema.properties?.keys() ?? [];
    return [
      ...(member === undefined ? [] : [`${declared} ${access(variable, member)};`]),
      ...(asType === undefined ? [] : [`${declared} const value: ${asType} = ${variable};`]),
    ].map((code) => ({ types: type.types, code }));
  }
  const { place, key } = holder;
  const variable = nameVariable(place.name);
  const isUnion = place.isOptional || place.schema.types?.includes("null") === true;
  const whole = isUnion ? `NonNullable<${place.type.text}>` : place.type.text;
  const declared = `declare const ${variable}: ${whole};`;
  const read = access(variable, key);
  return [
    `${declared} ${read};`,
    // An item of a tuple may be absent.
    ...(asType === undefined ? [] : [asType, `${asType} | undefined`]).map(
      (each) => `${declared} const value: ${each} = ${read};`,
    ),
  ].map((code) => ({ types: type.types, code }));
}

function access(variable: string, key: string | number): string {
  return typeof key === "string" && escapeIdentifier(key) === key
    ? `${variable}.${key}`
    : `${variable}[${JSON.stringify(key)}]`;
}

/** A variable with the name of what it holds. */
function nameVariable(name: string): string {
  const identifier = camelCaseUnlessLegal(name);
  const lower = identifier.charAt(0).toLowerCase() + identifier.slice(1);
  return ["value", "components", "operations", "paths", "webhooks", "transport"].includes(lower)
    ? `${lower}_`
    : lower;
}
