import type { Migration } from "../migration-types.ts";
import { schema } from "./0001-schema.ts";

/** All migrations in the order in which they are applied. */
export const migrations: readonly Migration[] = [schema];
