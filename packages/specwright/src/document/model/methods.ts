import type { Method } from "./model.ts";

/** The methods that have a member in a path item, in the specification's order. OpenAPI 3.2 added `query`. */
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
