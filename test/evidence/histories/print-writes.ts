import type { Schema } from "specwright";
import type { Names } from "./print-consumer.ts";

const deepest = 8;

/** A value that fits every type, for schemas whose values the consumer does not make. */
const anything = "undefined as never";

/** Prints values of schemas as TypeScript. */
export function createWriter(names: Names): {
  /** The function that makes a component, once in each way. */
  readonly printFunction: (schema: Schema) => readonly string[];
  /**
   * Values of a schema: at least one for each type, alternative and enum value, and objects with and without optional
   * properties.
   */
  readonly printValues: (schema: Schema) => readonly string[];
} {
  const ids = new Map([...names.keys()].map((schema, index) => [schema, `w${index}`]));

  const write = (schema: Schema, depth: number): readonly string[] => {
    if (schema.ref !== undefined) {
      const { target } = schema.ref;
      const known = ids.get(target);
      return known === undefined ? write(target, depth + 1) : [`${known}()`];
    }
    if (depth > deepest || schema.boolean !== undefined || schema.allOf !== undefined) {
      return [anything];
    }
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives !== undefined) {
      return alternatives.flatMap((part) => write(part, depth + 1));
    }
    const written = schema.const === undefined ? schema.enum : [schema.const.value];
    if (written !== undefined) {
      return written.map((value) => JSON.stringify(value));
    }
    const { types = schema.properties === undefined ? undefined : ["object" as const] } = schema;
    return types === undefined
      ? [anything]
      : types.flatMap((type) => writeType(type, schema, depth));
  };

  const writeType = (type: string, schema: Schema, depth: number): readonly string[] => {
    switch (type) {
      case "object":
        return writeObjects(schema, depth);
      case "array":
        return schema.items === undefined
          ? ["[]"]
          : [`[${write(schema.items, depth + 1).join(", ")}]`];
      case "integer":
      case "number":
        return ["1"];
      case "boolean":
        return ["true"];
      default:
        return [type === "null" ? "null" : 'String("a")'];
    }
  };

  const writeObjects = (
    { properties = new Map(), required = [], additionalProperties }: Schema,
    depth: number,
  ): readonly string[] => {
    const all = [...properties]
      .filter(([, schema]) => schema.readOnly !== true && schema.boolean !== false)
      .map(([name, schema]) => ({
        name,
        isRequired: required.includes(name),
        values: write(schema, depth + 1),
      }));
    const print = (members: readonly (readonly [string, string])[]): string =>
      `{ ${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")} }`;
    const whole = all.map(({ name, values }) => [name, values[0] ?? anything] as const);
    const least = all
      .filter(({ isRequired }) => isRequired)
      .map(({ name, values }) => [name, values[0] ?? anything] as const);
    if (
      all.length === 0 &&
      additionalProperties !== undefined &&
      additionalProperties.boolean !== false
    ) {
      return [
        "{}",
        ...write(additionalProperties, depth + 1).map((value) => `{ "key": ${value} }`),
      ];
    }
    // Objects with each further value of a property, and the required properties.
    const others = all.flatMap(({ name, values }) =>
      values
        .slice(1)
        .map((value) => print([...least.filter(([other]) => other !== name), [name, value]])),
    );
    return [print(whole), print(least), ...others];
  };

  return {
    printFunction: (schema) => {
      const type = `C[${JSON.stringify(names.get(schema) ?? "")}]`;
      const values = schema.ref === undefined ? write(schema, 0) : write(schema, 0);
      return [
        `function ${ids.get(schema)}(): ${type} {`,
        ...values.map((value) => `use<${type}>(${value});`),
        "return undefined as never;",
        "}",
      ];
    },
    printValues: (schema) => write(schema, 0),
  };
}
