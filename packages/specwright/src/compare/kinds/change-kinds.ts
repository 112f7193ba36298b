import { documentKinds } from "./document-kinds.ts";
import type { Kind } from "./kind.ts";
import { listSchemaKinds } from "./schema-kinds.ts";

/** Every kind of change by its name. `docs/changes.md` is generated from this table. */
export const changeKinds: ReadonlyMap<string, Kind> = new Map(
  [...documentKinds, ...listSchemaKinds()].map((kind) => [kind.name, kind]),
);
