import type { Model, Operation } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../shared/print/header.ts";
import {
  type ConversionSide,
  printOperationConversions,
} from "../shared/values/operation-conversions.ts";
import { conversionsType, openValuesModule } from "../shared/values/values-module.ts";
import type { EmitContext } from "../target.ts";

/** The name under which modules of the server import their conversions. */
export const conversionsName = "$conversions";

/** The conversions of a server, and the module that declares them. */
export interface ServerConversions {
  /** The constant with the conversions of an operation. Undefined when nothing in it is converted. */
  readonly find: (name: string, side: ConversionSide) => string | undefined;
  readonly files: readonly OutputFile[];
}

/**
 * Prints the conversions of all operations and webhooks. Empty without the setting `values`.
 *
 * @param typed the context with the model from which types are printed
 */
export function planServerConversions({ model, values, command }: EmitContext): ServerConversions {
  if (values === undefined) {
    return { find: () => undefined, files: [] };
  }
  const module = openValuesModule(model, values);
  const constants = new Map<string, string>();
  const add = (operation: Operation, side: ConversionSide): void => {
    const source = printOperationConversions(operation, side, module.conversions);
    if (source !== undefined) {
      const wanted = `${operation.name}${side === "caller" ? "Sending" : ""}Conversions`;
      const constant = module.addConstant(wanted, source, conversionsType);
      constants.set(`${side} ${operation.name}`, `${conversionsName}.${constant}`);
    }
  };
  for (const operation of model.operations) {
    add(operation, "receiver");
  }
  for (const operation of listWebhooks(model)) {
    add(operation, "receiver");
    add(operation, "caller");
  }
  const content = module.print();
  const header = renderHeader({ source: model.source, command });
  return {
    find: (name, side) => constants.get(`${side} ${name}`),
    files: content === "" ? [] : [{ path: "server/values.js", content: `${header}${content}` }],
  };
}

function listWebhooks({ webhooks }: Model): readonly Operation[] {
  return webhooks.flatMap(({ operations }) => operations);
}
