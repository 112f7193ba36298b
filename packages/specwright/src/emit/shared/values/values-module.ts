import type { Model, Schema } from "../../../document/model/model.ts";
import { escapeString } from "../escape/string.ts";
import { nameSchemaTypes } from "../typescript/names/schema-names.ts";
import { type Conversions, createConversions } from "./conversions.ts";
import type { ValuePlan } from "./plan-values.ts";

/** A module of conversions, to which a target adds what it needs while it is printed. */
export interface ValuesModule {
  readonly conversions: Conversions;
  /** Adds a constant and returns its name. */
  readonly addConstant: (wanted: string, source: string, type?: string) => string;
  /** The text of the module below its header. Empty when nothing was added. */
  readonly print: () => string;
}

/**
 * Opens the module `values.js` of a target.
 *
 * @param reexports functions of the runtime that other modules call through this one
 */
export function openValuesModule(
  model: Model,
  plan: ValuePlan,
  reexports: readonly string[] = [],
): ValuesModule {
  const { schemas } = model.components;
  const names = nameSchemaTypes(schemas);
  const components = new Map<Schema, string>(
    [...schemas].map(([name, schema]) => [schema, names.get(name) ?? name]),
  );
  const conversions = createConversions(plan, components);
  const constants: string[] = [];
  return {
    conversions,
    addConstant: (wanted, source, type) => {
      const name = conversions.nameConstant(wanted);
      const comment = type === undefined ? "" : `/** @type {${type}} */\n`;
      constants.push(`${comment}export const ${name} = ${source};\n`);
      return name;
    },
    print: () => {
      const body = [...conversions.list(), ...constants];
      const temporal = conversions.temporal();
      const from = escapeString(runtimeModule);
      const imports = [
        `import * as runtime from ${from};\n`,
        temporal === undefined ? "" : `import { Temporal } from ${escapeString(temporal)};\n`,
        ...(reexports.length === 0 ? [] : [`\nexport { ${reexports.join(", ")} } from ${from};\n`]),
      ];
      return body.length === 0 ? "" : `${imports.join("")}\n${body.join("\n")}`;
    },
  };
}

const runtimeModule = "@specwright/runtime/v1/conversions";

/** The type of the constants that have the conversions of an operation. */
export const conversionsType: string = `import("${runtimeModule}").OperationConversions`;
