import type { Model, Schema } from "specwright";

/** The component schemas that requests use, and those that responses use. */
export interface Reached {
  readonly request: ReadonlySet<Schema>;
  readonly response: ReadonlySet<Schema>;
}

/** Finds the components that operations lead to. */
export function findReached({ operations, components }: Model): Reached {
  const named = new Set(components.schemas.values());
  const walk = (roots: readonly (Schema | undefined)[]): ReadonlySet<Schema> => {
    const seen = new Set<Schema>();
    const todo = roots.flatMap((root) => root ?? []);
    for (let schema = todo.pop(); schema !== undefined; schema = todo.pop()) {
      if (!seen.has(schema)) {
        seen.add(schema);
        todo.push(...listParts(schema));
      }
    }
    return new Set([...seen].filter((schema) => named.has(schema)));
  };
  return {
    request: walk(
      operations.flatMap(({ parameters, requestBody }) => [
        ...parameters.map(({ value }) => value.schema),
        ...(requestBody?.value.content ?? []).map(({ schema }) => schema),
      ]),
    ),
    response: walk(
      operations.flatMap(({ responses }) =>
        [...responses.values()].flatMap(({ value }) => [
          ...value.content.map(({ schema }) => schema),
          ...[...value.headers.values()].map((use) => use.value.schema),
        ]),
      ),
    ),
  };
}

function listParts(schema: Schema): readonly Schema[] {
  const { ref, items, properties, additionalProperties, allOf, anyOf, oneOf } = schema;
  return [
    ...(ref === undefined ? [] : [ref.target]),
    ...(items === undefined ? [] : [items]),
    ...(properties?.values() ?? []),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
  ];
}
