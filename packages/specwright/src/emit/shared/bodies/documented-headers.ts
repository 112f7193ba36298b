import type { Header, Operation, Schema } from "../../../document/model/model.ts";

/** A header of an operation's answers. */
export interface DocumentedHeader {
  readonly name: string;
  readonly header: Header;
  /** The statuses of the responses with this header. */
  readonly statuses: readonly string[];
}

/**
 * The documented headers of an operation's responses by name. A header with the same description under every status is
 * listed once. Undefined when a name has different descriptions: each status then needs its own list.
 */
export function collectSharedHeaders({
  responses,
}: Operation): readonly DocumentedHeader[] | undefined {
  const found = new Map<string, { name: string; header: Header; statuses: string[] }>();
  for (const [status, { value }] of responses) {
    for (const [name, { value: header }] of value.headers) {
      const key = name.toLowerCase();
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, { name, header, statuses: [status] });
      } else if (known.name === name && isSame(known.header, header)) {
        known.statuses.push(status);
      } else {
        return undefined;
      }
    }
  }
  return [...found.values()];
}

/** Every documented header, listed once for each of its statuses. */
export function listAllHeaders({ responses }: Operation): readonly DocumentedHeader[] {
  return [...responses].flatMap(([status, { value }]) =>
    [...value.headers].map(([name, use]) => ({ name, header: use.value, statuses: [status] })),
  );
}

function isSame(left: Header, right: Header): boolean {
  return (
    left.explode === right.explode &&
    left.contentType === right.contentType &&
    (left.schema === right.schema ||
      renderSchemaText(left.schema) === renderSchemaText(right.schema))
  );
}

/**
 * The text of a schema, without its location, for comparisons. References are compared by their text, because they may
 * be circular.
 */
function renderSchemaText(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (key === "location" || key === "description" || key === "examples") {
      return undefined;
    }
    if (key === "ref" && typeof value === "object" && value !== null && "text" in value) {
      return value.text;
    }
    return value instanceof Map ? [...value] : value;
  });
}
