import type { Method } from "./model.ts";

/** The methods that a path item has a member for, in the specification's order; `query` came with OpenAPI 3.2. */
export const methods: readonly Method[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];
