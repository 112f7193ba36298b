import { renderHeader } from "../header.ts";
import type { EmitContext } from "../target.ts";
import { createTypeContext, keptJoin, typeHelpers } from "../type-context.ts";
import type { TypeOptions } from "../type-options.ts";
import { typedModel } from "../typed-model.ts";
import { componentMembers } from "./component-members.ts";
import { operationMembers } from "./operation-members.ts";
import { pathMembers, webhookMembers } from "./path-members.ts";
import { pathsEnum } from "./paths-enum.ts";
import { readWriteMarkers } from "./read-write-markers.ts";
import { rootTypes } from "./root-types.ts";

/** The text of a declaration file with all types of a document. */
export function renderTypes(
  {
    model: whole,
    command,
    render,
    memo,
  }: Pick<EmitContext, "model" | "command" | "render" | "memo">,
  options: TypeOptions,
): string {
  const { readWriteSplit = false, defaultNonNullable } = options;
  const model = typedModel({ model: whole, readWriteSplit }, defaultNonNullable !== false);
  const context = createTypeContext(model, options, memo);
  const declared = (name: string, members: readonly string[], form: TypeOptions): string =>
    keptJoin(`interface ${name}`, members, context, () => declare(name, members, form));
  const interfaces = {
    paths: declared("paths", pathMembers(model, context), options),
    webhooks: declared("webhooks", webhookMembers(model, context), options),
    components: declared("components", componentMembers(model, context), options),
    // Always an interface, as openapi-typescript has it, unless it is empty.
    operations: declared("operations", operationMembers(model, context), {}),
  };
  const declarations = [
    ...(options.readWriteMarkers === true ? readWriteMarkers : []),
    interfaces.paths,
    interfaces.webhooks,
    interfaces.components,
    // After everything that hoists, because hoisted names are taken.
    ...rootTypes(model, context),
    "export type $defs = Record<string, never>;\n",
    interfaces.operations,
    ...context.hoisted.declarations.values(),
    ...(options.makePathsEnum === true ? [pathsEnum(model)] : []),
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
