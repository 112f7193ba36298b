import type { components, operations } from "../../../../generated/types/index.js";

/**
 * The schemas of the document as types, by name: `Schemas["AuthConfig"]` is what `GET /auth_configs/{nanoid}` answers. No
 * shape of the wire is written a second time.
 */
export type Schemas = components["schemas"];

/** The query parameters of an operation: `Query<"listAuthConfigs">`. */
export type Query<Name extends keyof operations> = NonNullable<
  operations[Name]["parameters"]["query"]
>;
