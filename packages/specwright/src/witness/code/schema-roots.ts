import type { Location, Model, Operation, Schema } from "../../document/model/model.ts";
import { indexType, type TypeExpression, toStatusKey, typeOfOperation } from "./type-expression.ts";

/** A schema of the document for which the generated types have a type. */
export interface SchemaRoot {
  /** The name of a variable of this type. */
  readonly name: string;
  readonly type: TypeExpression;
  readonly schema: Schema;
  /** The place of the parameter or header that has the schema. */
  readonly location?: Location;
  /** Set for a part that may be absent. */
  readonly isOptional: boolean;
}

/** The schemas of an operation's parameters, bodies and headers. */
export function listSchemaRoots(operation: Operation, isWebhook: boolean): readonly SchemaRoot[] {
  const whole = typeOfOperation(operation, isWebhook);
  const parameters = operation.parameters.map(({ value }): SchemaRoot => {
    const { name, in: place, required, schema } = value;
    const group = indexType(indexType(whole, "parameters"), place);
    return { name, type: indexType(group, name, true), schema, isOptional: !required };
  });
  const body = operation.requestBody?.value;
  const bodies = (body?.content ?? []).flatMap(({ mediaType, schema, written }): SchemaRoot[] => {
    const content = indexType(indexType(whole, "requestBody"), "content", body?.required !== true);
    return schema === undefined
      ? []
      : [
          {
            name: "body",
            type: indexType(content, written ?? mediaType),
            schema,
            isOptional: false,
          },
        ];
  });
  const answers = [...operation.responses].flatMap(([status, { value }]): SchemaRoot[] => {
    const response = indexType(indexType(whole, "responses"), toStatusKey(status));
    return [
      ...value.content.flatMap(({ mediaType, schema, written }) => {
        const type = indexType(indexType(response, "content"), written ?? mediaType);
        return schema === undefined ? [] : [{ name: "body", type, schema, isOptional: false }];
      }),
      ...[...value.headers].map(([name, { value: header }]) => ({
        ...{ name, type: indexType(indexType(response, "headers"), name) },
        ...{ schema: header.schema, location: header.location, isOptional: !header.required },
      })),
    ];
  });
  return [...parameters, ...bodies, ...answers];
}

/** The component schemas of a document. */
export function listComponentRoots({ components }: Model): readonly SchemaRoot[] {
  return [...components.schemas].map(([name, schema]) => ({
    name,
    type: {
      text: `components["schemas"][${JSON.stringify(name)}]`,
      types: ["components"],
    },
    schema,
    isOptional: false,
  }));
}

/** A schema inside a root, with what leads to it. */
export interface SchemaPlace extends SchemaRoot {
  /** The object or the list that holds it, and its key. Undefined for a root. */
  readonly holder?: { readonly place: SchemaPlace; readonly key: string | number };
}

/** How many schemas are visited in search of a place. */
const mostVisited = 20_000;

/** The places of a root, the nearest first. Those of a component end at other components, which have their own root. */
export function listSchemaPlaces(root: SchemaRoot): readonly SchemaPlace[] {
  const seen = new Set<Schema>();
  const places: SchemaPlace[] = [root];
  // Iterating a list also visits the items that are added during the loop.
  for (const place of places) {
    if (!seen.has(place.schema) && seen.size < mostVisited) {
      seen.add(place.schema);
      places.push(...listPlacesBelow(place));
    }
  }
  return places;
}

function listPlacesBelow(place: SchemaPlace): readonly SchemaPlace[] {
  const { schema, type, isOptional, name } = place;
  const isUnion = isOptional || schema.types?.includes("null") === true;
  const enter = (key: string | number, inner: Schema, isInnerOptional: boolean): SchemaPlace => ({
    name: typeof key === "number" ? `${name}Item` : key,
    type: indexType(type, key, isUnion),
    schema: inner,
    isOptional: isInnerOptional,
    holder: { place, key },
  });
  const isOwn = type.types[0] === "components";
  const same = [
    ...(schema.ref === undefined || isOwn ? [] : [schema.ref.target]),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ];
  return [
    ...same.map((each) => ({ ...place, schema: each })),
    ...[...(schema.properties ?? [])].map(([key, property]) =>
      enter(key, property, schema.required?.includes(key) !== true),
    ),
    ...(schema.prefixItems ?? []).map((item, index) => enter(index, item, false)),
    ...(schema.items === undefined
      ? []
      : [enter(schema.prefixItems?.length ?? 0, schema.items, false)]),
    // A map has values of any name.
    ...(schema.additionalProperties === undefined
      ? []
      : [enter("anyName", schema.additionalProperties, false)]),
  ];
}
