import type { Schema } from "specwright";
import type { Names } from "./print-consumer.ts";

/** The depth to which schemas without a name are read. */
const deepest = 8;

/** Prints code that reads every part of a value that its schema describes. */
export function createReader(
  names: Names,
  isExhaustive: boolean,
): {
  /** The function that reads a component. */
  readonly printFunction: (schema: Schema) => readonly string[];
  /** Reads a value of a type. */
  readonly printRead: (schema: Schema, type: string) => readonly string[];
} {
  const ids = new Map([...names.keys()].map((schema, index) => [schema, `r${index}`]));
  let count = 0;
  const chooseNextName = (): string => `v${count++}`;

  const read = (schema: Schema, value: string, depth: number): readonly string[] => {
    if (schema.ref !== undefined) {
      const { target } = schema.ref;
      const known = ids.get(target);
      return known === undefined
        ? read(target, value, depth + 1)
        : [`${known}(${value});`, ...readNames(target, value)];
    }
    if (depth > deepest) {
      return [];
    }
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives !== undefined) {
      return readAlternatives(alternatives, value, depth);
    }
    const written = schema.const === undefined ? schema.enum : [schema.const.value];
    if (written !== undefined) {
      return readWritten(written, value);
    }
    const parts = (schema.allOf ?? []).flatMap((part) => read(part, value, depth + 1));
    const { types = schema.properties === undefined ? [] : ["object" as const] } = schema;
    const others = types.filter((type) => type !== "null");
    const [only] = others;
    if (others.length === 1 && types.length === 2 && only !== undefined) {
      return [
        ...parts,
        ...indentBlock(`if (${value} !== null)`, readType(only, schema, value, depth)),
      ];
    }
    if (types.length > 1) {
      const all = types.map((type) => primitives[type]);
      return all.includes(undefined) ? parts : [...parts, `use<${all.join(" | ")}>(${value});`];
    }
    return only === undefined ? parts : [...parts, ...readType(only, schema, value, depth)];
  };

  // A function also accepts a value that lacks optional properties, so each place reads the properties itself.
  const readNames = ({ properties, allOf, oneOf, anyOf, types }: Schema, value: string) => {
    const isPlain = allOf === undefined && oneOf === undefined && anyOf === undefined;
    const names = [...(properties ?? [])].filter(
      ([, property]) => property.writeOnly !== true && property.boolean !== false,
    );
    return isPlain && names.length > 0 && (types === undefined || types.length === 1)
      ? [`void [${names.map(([name]) => `${value}[${JSON.stringify(name)}]`).join(", ")}];`]
      : [];
  };

  const readType = (
    type: string,
    schema: Schema,
    value: string,
    depth: number,
  ): readonly string[] => {
    if (type === "object") {
      return readObject(schema, value, depth);
    }
    if (type === "array") {
      const item = chooseNextName();
      const inner = schema.items === undefined ? [] : read(schema.items, item, depth + 1);
      return inner.length === 0 ? [] : indentBlock(`for (const ${item} of ${value})`, inner);
    }
    return [`use<${primitives[type]}>(${value});`];
  };

  const readObject = (
    { properties = new Map(), required = [], additionalProperties }: Schema,
    value: string,
    depth: number,
  ): readonly string[] => {
    const members = [...properties]
      .filter(([, property]) => property.writeOnly !== true && property.boolean !== false)
      .flatMap(([name, property]) => {
        const member = chooseNextName();
        const declared = `const ${member} = ${value}[${JSON.stringify(name)}];`;
        const inner = read(property, member, depth + 1);
        return required.includes(name)
          ? [declared, ...inner]
          : [declared, ...indentBlock(`if (${member} !== undefined)`, inner)];
      });
    if (properties.size > 0 || additionalProperties === undefined) {
      return members;
    }
    const member = chooseNextName();
    const inner = read(additionalProperties, member, depth + 1);
    return inner.length === 0
      ? []
      : indentBlock(`for (const ${member} of Object.values(${value}))`, inner);
  };

  const readAlternatives = (
    alternatives: readonly Schema[],
    value: string,
    depth: number,
  ): readonly string[] => {
    const others = alternatives.filter(
      ({ types }) => !(types?.length === 1 && types[0] === "null"),
    );
    const [only] = others;
    if (others.length === 1 && only !== undefined) {
      const inner = read(only, value, depth + 1);
      return others.length === alternatives.length
        ? inner
        : indentBlock(`if (${value} !== null)`, inner);
    }
    const written = alternatives.flatMap((part) => findWrittenAlternative(part) ?? []);
    if (
      written.length > 0 &&
      alternatives.every((part) => findWrittenAlternative(part) !== undefined)
    ) {
      return readWritten(written, value);
    }
    const all = alternatives.map(printType);
    return isExhaustive && !all.includes(undefined) ? [`use<${all.join(" | ")}>(${value});`] : [];
  };

  const printType = ({
    ref,
    types,
    enum: listed,
    properties,
    items,
  }: Schema): string | undefined => {
    if (ref !== undefined) {
      const name = names.get(ref.target);
      return name === undefined ? undefined : `C[${JSON.stringify(name)}]`;
    }
    const [only] = types ?? [];
    const isPlain = types?.length === 1 && listed === undefined && !properties && !items;
    return isPlain && only !== undefined ? primitives[only] : undefined;
  };

  const readWritten = (written: readonly unknown[], value: string): readonly string[] => {
    if (isExhaustive) {
      const name = chooseNextName();
      const cases = written.map((each) => `case ${JSON.stringify(each)}: break;`);
      return [
        `const ${name} = ${value};`,
        `switch (${name}) { ${cases.join(" ")} default: never(${name}); }`,
      ];
    }
    const types = [...new Set(written.map((each) => (each === null ? "null" : typeof each)))];
    return [`use<${types.join(" | ")}>(${value});`];
  };

  return {
    printFunction: (schema) => {
      const name = names.get(schema) ?? "";
      const { ref: _, ...own } = schema;
      // A component that refers to another one is read as the other one.
      const inner = schema.ref === undefined ? read(own, "value", 0) : read(schema, "value", 0);
      return [`function ${ids.get(schema)}(value: C[${JSON.stringify(name)}]) {`, ...inner, "}"];
    },
    printRead: (schema, type) => {
      const inner = read(schema, "value", 0);
      return inner.length === 0 ? [] : [`((value: ${type}) => {`, ...inner, "});"];
    },
  };
}

/** The values of an alternative with `enum` or `const`; null for the type null. */
function findWrittenAlternative(part: Schema): readonly unknown[] | undefined {
  const isNull = part.types?.length === 1 && part.types[0] === "null";
  return part.const === undefined
    ? (part.enum ?? (isNull ? [null] : undefined))
    : [part.const.value];
}

function indentBlock(head: string, inner: readonly string[]): readonly string[] {
  return inner.length === 0 ? [] : [`${head} {`, ...inner, "}"];
}

const primitives: Readonly<Record<string, string | undefined>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};
