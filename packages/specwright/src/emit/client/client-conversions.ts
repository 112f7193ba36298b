import type { OutputFile } from "../../output-file.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import { renderHeader } from "../shared/print/header.ts";
import { isExactBody, printOperationConversions } from "../shared/values/operation-conversions.ts";
import { conversionsType, openValuesModule } from "../shared/values/values-module.ts";
import type { EmitContext } from "../target.ts";
import type { ClientOperationPlan } from "./plan.ts";

/** The name under which modules of the client import their conversions. No operation has it. */
export const conversionsName = "$conversions";

/** The module that declares them, without its extension. No module of a group has its name. */
export const conversionsFile = "values";

/** What is converted in an operation. */
export interface ClientConversion {
  /** The constant with its conversions. Undefined when it only has exact numbers to send. */
  readonly constant: string;
  /** The media types of bodies whose JSON has numbers that `JSON.stringify` would round. */
  readonly exactBodies: readonly string[];
}

/** The conversions of a client by the names of its operations, the module that declares them, and their table. */
export interface ClientConversions {
  readonly operations: Readonly<Record<string, ClientConversion | undefined>>;
  readonly files: readonly OutputFile[];
  /** The constants by path and method, as a literal. Undefined when nothing is converted. */
  readonly table: string | undefined;
}

/** Prints the conversions of all operations. Empty without the setting `values`. */
export function planClientConversions(
  { model, values, command }: EmitContext,
  plans: readonly ClientOperationPlan[],
): ClientConversions {
  if (values === undefined) {
    return { operations: {}, files: [], table: undefined };
  }
  const module = openValuesModule(model, values, runtimeFunctions);
  const operations: Record<string, ClientConversion> = {};
  const paths = new Map<string, string[]>();
  for (const { operation } of plans) {
    const source = printOperationConversions(operation, "caller", module.conversions);
    if (source === undefined) {
      continue;
    }
    const constant = module.addConstant(`${operation.name}Conversions`, source, conversionsType);
    const content = operation.requestBody?.value.content ?? [];
    const exact = content.filter((each) => isExactBody(each, module.conversions));
    operations[operation.name] = {
      constant,
      exactBodies: exact.map(({ mediaType }) => mediaType),
    };
    const methods = paths.get(operation.path) ?? [];
    methods.push(`${getMethodName(operation)}: ${conversionsName}.${constant}`);
    paths.set(operation.path, methods);
  }
  const header = renderHeader({ source: model.source, command });
  const content = module.print();
  const rows = [...paths].map(
    ([path, methods]) => `  ${escapePropertyKey(path)}: { ${methods.join(", ")} },\n`,
  );
  return {
    operations,
    files:
      content === ""
        ? []
        : [{ path: `client/${conversionsFile}.js`, content: `${header}${content}` }],
    table: rows.length === 0 ? undefined : `{\n${rows.join("")}}`,
  };
}

const runtimeFunctions = [
  "convertClient",
  "exactJsonBody",
  "invokeConverted",
  "sendConvertedCallback",
];
