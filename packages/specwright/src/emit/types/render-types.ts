import type { Model } from "../../document/model/model.ts";
import { renderHeader } from "../shared/print/header.ts";
import {
  collectUses,
  createTypeContext,
  type PrintedText,
  printTypeHelpers,
  type TypeContext,
} from "../shared/typescript/type-context.ts";
import { collectTypeFacts, prepareFacts, type TypeFacts } from "../shared/typescript/type-facts.ts";
import type { TypeOptions } from "../shared/typescript/type-options.ts";
import type { EmitContext } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { printComponentMembers } from "./component-members.ts";
import { printAllOperations } from "./operation-members.ts";
import { printPathMembers, printWebhookMembers } from "./path-members.ts";
import { printPathsEnum } from "./paths-enum.ts";
import { readWriteMarkers } from "./read-write-markers.ts";
import { printRootTypes } from "./root-types.ts";
import { declareCircles } from "./schema-types.ts";

/** The four interfaces of a document as declarations, and the other results of printing them. */
export interface PrintedTypes {
  readonly model: Model;
  readonly facts: TypeFacts;
  readonly context: TypeContext;
  readonly paths: PrintedText;
  readonly webhooks: PrintedText;
  readonly components: PrintedText;
  readonly operations: PrintedText;
  /** Declarations outside the interfaces, such as enums and aliases of schemas that are lists of themselves. */
  readonly hoisted: readonly PrintedText[];
}

/** The input from which types are printed. */
export type TypesSource = Pick<EmitContext, "model" | "command" | "render" | "kept">;

/** The text of a declaration file with all types of a document. */
export function renderTypes(source: TypesSource, options: TypeOptions): string {
  const { model, facts: _, context, hoisted, ...printed } = printTypes(source, options);
  const { inject } = options;
  const { paths, webhooks, components, operations } = printed;
  const declarations = [
    ...(inject === undefined ? [] : [`${inject.trimEnd()}\n`]),
    ...(options.readWriteMarkers === true ? readWriteMarkers : []),
    paths.text,
    webhooks.text,
    components.text,
    // After all hoisted declarations, because their names are then in use.
    ...printRootTypes(model, context),
    noDefinitions,
    operations.text,
    ...context.hoisted.declarations.values(),
    ...(options.makePathsEnum === true ? [printPathsEnum(model)] : []),
  ];
  return source.render("types/index", {
    header: renderHeader({ source: source.model.source, command: source.command }),
    declarations,
    helpers: printTypeHelpers({
      used: new Set([...Object.values(printed), ...hoisted].flatMap(({ used }) => [...used])),
    }),
  });
}

/** openapi-typescript's type for definitions outside the other interfaces. It is always empty here. */
export const noDefinitions = "export type $defs = Record<string, never>;\n";

/**
 * Prints the interfaces of a document.
 *
 * @param name names the types of component schemas, which are then declared separately. Without it, they are members of
 * `components`.
 */
export function printTypes(
  source: TypesSource,
  options: TypeOptions,
  name?: (schemas: ReadonlyMap<string, unknown>) => ReadonlyMap<string, string>,
): PrintedTypes {
  const { readWriteSplit = false } = options;
  const model = buildTypedModel({ model: source.model, readWriteSplit, typeOptions: options });
  const names = name?.(model.components.schemas);
  const facts = collectTypeFacts(model, options, names);
  const context = createTypeContext(
    facts,
    source.kept && { facts: prepareFacts(facts, source.kept), source },
  );
  const printDeclared = (
    name: string,
    print: (model: Model, context: TypeContext) => readonly string[],
    form: TypeOptions,
  ): PrintedText => {
    const { result: members, used } = collectUses(context, () => print(model, context));
    return { text: declare(name, members, form), used };
  };
  const printed = {
    paths: printDeclared("paths", printPathMembers, options),
    webhooks: printDeclared("webhooks", printWebhookMembers, options),
    components: printDeclared("components", printComponentMembers, options),
    // An interface, as in openapi-typescript, unless it is empty.
    operations: printDeclared("operations", printAllOperations, {}),
  };
  const { used } = collectUses(context, () => {
    if (names === undefined) {
      declareCircles(model, context);
    }
  });
  const hoisted = [...context.hoisted.declarations.values()].map((text) => ({ text, used }));
  return { model, facts, context, ...printed, hoisted };
}

function declare(name: string, members: readonly string[], { exportType }: TypeOptions): string {
  if (members.length === 0) {
    return `export type ${name} = Record<string, never>;\n`;
  }
  return exportType === true
    ? `export type ${name} = {\n${members.join("")}};\n`
    : `export interface ${name} {\n${members.join("")}}\n`;
}
