import { escapeString } from "../../escape/string.ts";

/** A component as an index into `components`, such as `components["schemas"]["Pet"]`. */
export function printComponentReference(kind: string, name: string): string {
  return `components[${escapeString(kind)}][${escapeString(name)}]`;
}

/** The place to which a reference to a component schema points. */
export function buildSchemaPath(name: string): string {
  return `#/components/schemas/${name}`;
}

/** A component schema as handlers receive it, as an index into the server's `FilledSchemas`. */
export function printFilledReference(name: string): string {
  return `FilledSchemas[${escapeString(name)}]`;
}
