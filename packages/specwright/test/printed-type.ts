import type { Location } from "../src/document/model/location.ts";
import type { Model, Schema } from "../src/document/model/model.ts";
import { printTypeExpression } from "../src/emit/shared/typescript/schema/type-expression.ts";
import { createTypeContext, printTypeHelpers } from "../src/emit/shared/typescript/type-context.ts";
import { collectTypeFacts } from "../src/emit/shared/typescript/type-facts.ts";
import type { TypeOptions } from "../src/emit/shared/typescript/type-options.ts";

/** Of every schema that a test makes. */
export const location: Location = { file: "a.yaml", pointer: "" };

export const string: Schema = { location, types: ["string"] };

export const buildObjectSchema = (
  properties: Record<string, Schema>,
  rest: Partial<Schema> = {},
): Schema => ({
  location,
  types: ["object"],
  properties: new Map(Object.entries(properties)),
  ...rest,
});

export const refer = (name: string, target: Schema): Schema => ({
  location,
  ref: { name, text: `#/components/schemas/${name}`, target },
});

/** A model that has these schemas alone. */
export function createModel(schemas: Record<string, Schema> = {}): Model {
  const empty = new Map<string, never>();
  return {
    source: "a.yaml",
    openapi: "3.1.0",
    info: { title: "a", version: "1" },
    servers: [],
    tags: [],
    paths: [],
    webhooks: [],
    operations: [],
    components: {
      schemas: new Map(Object.entries(schemas)),
      responses: empty,
      parameters: empty,
      requestBodies: empty,
      headers: empty,
      securitySchemes: empty,
      pathItems: empty,
    },
  };
}

/** The type of a schema on one line, with the helpers that it uses. */
export function print(
  schema: Schema,
  options: TypeOptions = {},
  schemas: Record<string, Schema> = {},
): string {
  const context = createTypeContext(collectTypeFacts(createModel(schemas), options));
  const type = printTypeExpression(schema, context, { indent: "", path: "#/components/schemas/X" });
  return (type + printTypeHelpers(context)).replace(/\s+/g, " ").trim();
}
