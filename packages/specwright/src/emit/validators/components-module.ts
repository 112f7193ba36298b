import { escapePropertyKey } from "../escape/property-key.ts";
import { renderDocComment } from "../print/doc-comment.ts";
import { fits } from "../print/layout.ts";
import { schemaDocText } from "../print/schema-doc-text.ts";
import { componentReference } from "../typescript/schema/type-reference.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import type { Definition } from "./definitions/definitions.ts";
import { keptCode } from "./definitions/kept-code.ts";
import { planCode } from "./zod/zod.ts";
import { definitionPlan } from "./zod/zod-plan.ts";

type View = Readonly<Record<string, unknown>>;

/** The data for the templates of `components.js` and its declarations. */
export function componentModules(context: ValidatorContext): { code: View; declarations: View } {
  const { definitions, names } = context;
  const exported = [...definitions.components].map(([name, definition]) => ({
    name: names.findExport(name),
    key: escapePropertyKey(name),
    ...keptConstant(definition, context, componentReference("schemas", name)),
  }));
  const hidden = definitions.all
    .filter((definition) => definition.kind === "hidden")
    .map((definition) => ({
      name: names.findConstant(definition),
      ...keptConstant(definition, context, "unknown"),
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
function keptConstant(
  definition: Definition,
  context: ValidatorContext,
  type: string,
): { readonly doc: string; readonly code: string; readonly type: string } {
  return keptCode(`component ${type}`, definition, context, () => ({
    doc: renderDocComment(schemaDocText(definition.schema)),
    code: schemaCode(definition, context),
    type: schemaType(definition, context, type),
  }));
}

/** The call that creates the Zod schema of a definition. */
export function schemaCode(
  definition: Definition,
  context: ValidatorContext,
  { indent = "", qualifier = "" }: { indent?: string; qualifier?: string } = {},
): string {
  const place = { context, definition, environment: definition.environment };
  const plan = definitionPlan(definition, context);
  const code = planCode(plan, { ...place, qualifier, indent: `${indent}  ` });
  const start = `json.schema(predicates.${context.names.findPredicate(definition)}, () =>`;
  return fits(indent, start, code, "export const name = ;")
    ? `${start} ${code})`
    : `${start}\n${indent}  ${code},\n${indent})`;
}

/** The declared type of a definition's Zod schema, for values of the given type. */
export function schemaType(
  definition: Definition,
  context: ValidatorContext,
  type: string,
): string {
  const plan = definitionPlan(definition, context);
  return `json.${plan.object === undefined ? "Schema" : "ObjectSchema"}<${type}>`;
}
