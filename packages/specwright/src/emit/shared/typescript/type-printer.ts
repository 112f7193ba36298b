import type { Model, Schema } from "../../../document/model/model.ts";
import type { TargetImports } from "../print/target-imports.ts";
import { importSchemas, listImportedTypes } from "./names/imported-schemas.ts";
import { printTypeExpression } from "./schema/type-expression.ts";
import { createTypeContext, printTypeHelpers } from "./type-context.ts";
import { collectTypeFacts } from "./type-facts.ts";
import type { TypeOptions } from "./type-options.ts";

/** Prints the types of schemas for one file. */
export interface TypePrinter {
  /**
   * The TypeScript type of a schema: the name of a component, or the type written out.
   *
   * @param indent The indentation of the line on which the type starts.
   */
  readonly print: (schema: Schema, indent?: string) => string;
  /** The imports and helper types that the types printed so far need, as whole lines. Empty when they need none. */
  readonly listImports: () => string;
}

/**
 * Creates a printer of types for one file of a target that imports `types`.
 *
 * @param model The model of `buildTypedModel`, whose schemas are those of the types.
 * @param taken Every name that the file declares or imports itself.
 * @example
 * ```ts
 * import { loadModel } from "specwright";
 * import { buildTypedModel, createTypePrinter } from "specwright/target";
 *
 * const model = buildTypedModel({ model: loadModel("openapi.yaml").model });
 * const types = createTypePrinter(model, { specifiers: { types: '"../types/index.js"' } });
 * const lines = [...model.components.schemas.values()].map((schema) => types.print(schema));
 * console.log(types.listImports(), lines.join("\n"));
 * ```
 */
export function createTypePrinter(
  model: Model,
  {
    specifiers,
    typeOptions,
  }: { readonly specifiers: TargetImports; readonly typeOptions?: TypeOptions },
  taken: Iterable<string> = [],
): TypePrinter {
  const schemas = importSchemas(model, taken);
  const context = createTypeContext(collectTypeFacts(model, typeOptions, schemas.names));
  return {
    print: (schema, indent = "") =>
      printTypeExpression(schema, context, { indent, path: "#/paths" }),
    listImports: () => {
      const names = listImportedTypes(schemas, context);
      return [
        context.used.has("BinaryBody")
          ? 'import type { BinaryBody } from "@specwright/runtime/v1/client";\n'
          : "",
        names === "" ? "" : `import type {${names}} from ${specifiers.types};\n`,
        printTypeHelpers(context),
      ].join("");
    },
  };
}
