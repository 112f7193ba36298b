import { buildModelOfDocument } from "./document-model.ts";
import type { Validators } from "./load-validators.ts";
import { loadValidators } from "./load-validators.ts";

/** The validators of these components. */
export function load(schemas: object, members: object = {}): Validators {
  return loadValidators(buildModelOfDocument({ components: { schemas }, ...members }));
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const parameters = [
  { name: "id", in: "path", required: true, schema: { type: "string" } },
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1 } },
];

/** Two operations, one with parameters and one with a body. */
export const paths: object = {
  "/items/{id}": {
    get: {
      operationId: "getItem",
      parameters,
      responses: {
        200: { description: "", content: { "application/json": { schema: ref("Item") } } },
        204: { description: "" },
        default: { description: "", content: { "text/plain": {} } },
      },
    },
    put: {
      operationId: "putItem",
      parameters: parameters.slice(0, 1),
      requestBody: {
        content: { "application/json": { schema: { type: "array", items: ref("Item") } } },
      },
      responses: { 204: { description: "" } },
    },
  },
};

/** The component that `paths` refers to. */
export const Item: object = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" } },
};
