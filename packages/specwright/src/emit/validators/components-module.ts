import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { fits } from "../shared/print/layout.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import { printComponentReference } from "../shared/typescript/schema/type-reference.ts";
import type { PrintContext, ValidatorContext } from "./definitions/context.ts";
import type { Definition } from "./definitions/definitions.ts";
import { keepDefinition } from "./definitions/kept-definitions.ts";
import { printPlan } from "./zod/zod.ts";
import { planDefinition } from "./zod/zod-plan.ts";

type View = Readonly<Record<string, unknown>>;

/** The data for the templates of `components.js` and its declarations. */
export function viewComponents(context: ValidatorContext): { code: View; declarations: View } {
  const { definitions, names } = context;
  const exported = [...definitions.components].map(([name, definition]) => ({
    name: names.findExport(name),
    key: escapePropertyKey(name),
    ...keepConstant(
      definition,
      context,
      context.isConverted(definition.schema) ? "unknown" : printComponentReference("schemas", name),
    ),
  }));
  const hidden = definitions.all
    .filter((definition) => definition.kind === "hidden")
    .map((definition) => ({
      name: names.findConstant(definition),
      ...keepConstant(definition, context, "unknown"),
    }));
  const schemas = exported.map(({ name, key }) => ({
    name,
    key,
    member: name === key ? name : `${key}: ${name}`,
  }));
  const constants = [...exported, ...hidden];
  return {
    code: { constants, schemas },
    declarations: { constants, schemas, named: exported.length > 0 },
  };
}

/** The printed text of a definition, for the code and for the declarations. */
function keepConstant(
  definition: Definition,
  context: ValidatorContext,
  type: string,
): { readonly doc: string; readonly code: string; readonly type: string } {
  const { doc, code, isObject } = keepDefinition(
    "component",
    definition,
    context,
    printConstantParts,
  );
  return { doc, code, type: printZodType(isObject, type) };
}

function printConstantParts(
  definition: Definition,
  context: PrintContext,
): PrintedSchema & { readonly doc: string } {
  return {
    doc: renderDocComment(writeSchemaDoc(definition.schema)),
    ...printSchemaCode(definition, context),
  };
}

/** The Zod schema of a definition. */
export interface PrintedSchema {
  /** The call that creates it. */
  readonly code: string;
  /** True for a schema of objects, which has more methods. */
  readonly isObject: boolean;
}

/** The Zod schema of a definition. */
export function printSchemaCode(
  definition: Definition,
  context: PrintContext,
  { indent = "", qualifier = "" }: { indent?: string; qualifier?: string } = {},
): PrintedSchema {
  const place = { context, definition, environment: definition.environment };
  const plan = planDefinition(definition, context);
  const isObject = plan.object !== undefined;
  const code = printPlan(plan, { ...place, qualifier, indent: `${indent}  ` });
  const start = `json.schema(predicates.${context.names.findPredicate(definition)}, () =>`;
  return fits(indent, start, code, "export const name = ;")
    ? { code: `${start} ${code})`, isObject }
    : { code: `${start}\n${indent}  ${code},\n${indent})`, isObject };
}

/** The declared type of a Zod schema, for values of the given type. */
export function printZodType(isObject: boolean, type: string): string {
  return `json.${isObject ? "ObjectSchema" : "Schema"}<${type}>`;
}
