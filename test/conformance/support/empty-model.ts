import type { Model, Schema } from "../../../packages/specwright/src/model/model.ts";

/** A model that has nothing but these components. */
export function emptyModel(schemas: ReadonlyMap<string, Schema>): Model {
  return {
    source: "openapi.yaml",
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    servers: [],
    tags: [],
    paths: [],
    webhooks: [],
    operations: [],
    components: {
      schemas,
      responses: new Map(),
      parameters: new Map(),
      requestBodies: new Map(),
      headers: new Map(),
      securitySchemes: new Map(),
      pathItems: new Map(),
    },
  };
}
