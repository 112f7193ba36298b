import { renderHeader } from "../header.ts";
import type { EmitContext } from "../target.ts";
import { createTypeContext, typeHelpers } from "../type-context.ts";
import type { TypeOptions } from "../type-options.ts";
import { componentMembers } from "./component-members.ts";
import { operationMembers } from "./operation-members.ts";
import { pathMembers, webhookMembers } from "./path-members.ts";
import { rootTypes } from "./root-types.ts";

/** The text of a declaration file with all types of a document. */
export function renderTypes(
  { model, command, render, memo }: Pick<EmitContext, "model" | "command" | "render" | "memo">,
  options: TypeOptions,
): string {
  const context = createTypeContext(model, options, memo);
  const declarations = [
    declare("paths", pathMembers(model, context), options),
    declare("webhooks", webhookMembers(model, context), options),
    declare("components", componentMembers(model, context), options),
    ...rootTypes(model, options),
    "export type $defs = Record<string, never>;\n",
    // Always an interface, as openapi-typescript has it, unless it is empty.
    declare("operations", operationMembers(model, context), {}),
  ];
  return render("types/index", {
    header: renderHeader({ source: model.source, command }),
    declarations,
    helpers: typeHelpers(context),
  });
}

function declare(name: string, members: readonly string[], { exportType }: TypeOptions): string {
  if (members.length === 0) {
    return `export type ${name} = Record<string, never>;\n`;
  }
  return exportType === true
    ? `export type ${name} = {\n${members.join("")}};\n`
    : `export interface ${name} {\n${members.join("")}}\n`;
}
