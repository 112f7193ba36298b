import type { Schema } from "specwright";

/**
 * The rules of a schema that the strict subset cannot express, as sentences without a full stop. Subschemas have
 * their own notes.
 */
export function describeRules(schema: Schema): readonly string[] {
  const notes: string[] = [];
  const note = (is: unknown, text: () => string): void => {
    if (is !== undefined && is !== false) {
      notes.push(text());
    }
  };
  note(schema.oneOf, () => "Exactly one of the alternatives has to fit");
  note(schema.not, () => `Must not be ${shortenText(schema.not)}`);
  note(schema.if, () => "Further rules depend on its value");
  note(schema.uniqueItems, () => "The items have to be different");
  note(schema.prefixItems, () => "Each place in the list has a meaning of its own");
  note(schema.contains, () => "Certain items have to be among them");
  note(schema.minProperties, () => `At least ${schema.minProperties} members`);
  note(schema.maxProperties, () => `At most ${schema.maxProperties} members`);
  note(schema.propertyNames?.pattern, () => `Names match ${schema.propertyNames?.pattern}`);
  note(schema.patternProperties, () => {
    const patterns = [...(schema.patternProperties ?? []).keys()].join(", ");
    return `Members whose names match ${patterns} have rules of their own`;
  });
  for (const [name, others] of schema.dependentRequired ?? []) {
    notes.push(`With ${name}, ${others.join(" and ")} has to be given`);
  }
  note(schema.dependentSchemas, () => "Further rules depend on which members are given");
  note(schema.contentEncoding, () => `Encoded as ${schema.contentEncoding}`);
  note(schema.deprecated, () => "Deprecated");
  return notes;
}

/** A short description of a schema that is excluded, enough to understand it. */
function shortenText(schema: Schema | undefined): string {
  if (schema?.enum !== undefined) {
    return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  }
  if (schema?.const !== undefined) {
    return JSON.stringify(schema.const.value);
  }
  if (schema?.required !== undefined) {
    return `an object with ${schema.required.join(" and ")}`;
  }
  if (schema?.pattern !== undefined) {
    return `text that matches ${schema.pattern}`;
  }
  return schema?.types === undefined ? "of a certain kind" : `of type ${schema.types.join(" or ")}`;
}
