import type { Schema } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../shared/print/header.ts";
import { printOperationConversions } from "../shared/values/operation-conversions.ts";
import { conversionsType, openValuesModule } from "../shared/values/values-module.ts";
import type { EmitContext } from "../target.ts";
import type { MocksPlan } from "./plan.ts";

/** The name under which modules of mocks import their conversions. */
export const conversionsName = "$conversions";

/** The conversions of mocks, and the module that declares them. */
export interface MockConversions {
  /** The constants with the conversions of operations by the name of the operation, ready for use in other modules. */
  readonly operations: ReadonlyMap<string, string>;
  /** The functions that make the values of programs from those that factories make, by the name of the factory. */
  readonly factories: ReadonlyMap<string, string>;
  /** Parameters with numbers that a double may not hold. */
  readonly isExact: (schema: Schema) => boolean;
  readonly files: readonly OutputFile[];
}

/** Prints what mocks convert. Empty without the setting `values`. */
export function planMockConversions(
  { model, values, command }: EmitContext,
  plan: MocksPlan,
): MockConversions {
  const operations = new Map<string, string>();
  const factories = new Map<string, string>();
  if (values === undefined) {
    return { operations, factories, isExact: () => false, files: [] };
  }
  const module = openValuesModule(model, values);
  const made = [
    ...[...plan.factories].map(([component, name]) => ({
      name,
      schema: model.components.schemas.get(component),
    })),
    ...plan.bodies,
  ];
  for (const { name, schema } of made) {
    const converter = schema && module.conversions.convert(schema, "decode", name);
    if (converter !== undefined) {
      const type = `import("@specwright/runtime/v1/conversions").Convert`;
      const constant = module.addConstant(`${name}Conversion`, converter, type);
      factories.set(name, `${conversionsName}.${constant}`);
    }
  }
  for (const operation of model.operations) {
    const source = printOperationConversions(operation, "receiver", module.conversions);
    if (source !== undefined) {
      const wanted = `${operation.name}Conversions`;
      const constant = module.addConstant(wanted, source, conversionsType);
      operations.set(operation.name, `${conversionsName}.${constant}`);
    }
  }
  const content = module.print();
  const header = renderHeader({ source: model.source, command });
  return {
    operations,
    factories,
    isExact: module.conversions.isExact,
    files: content === "" ? [] : [{ path: "mocks/values.js", content: `${header}${content}` }],
  };
}
