import { describeField, type Schema } from "./describe-field.ts";

/** Schemas may contain themselves. */
const deepest = 8;

/** A value that shows what a schema means: its example, its default, or one of its kind with every member. */
export function makeSample(outer: Schema, depth = 0): unknown {
  const { kind, schema, choices, members, items } = describeField(outer);
  const [given] = [...toList(schema.examples), schema.example, schema.default].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) {
    return given;
  }
  if (depth === deepest) {
    return null;
  }
  switch (kind) {
    case "enum":
      return choices[0];
    case "object":
    case "file":
      return Object.fromEntries(
        members.map(({ name, schema: member }) => [name, makeSample(member, depth + 1)]),
      );
    case "array":
      return [makeSample(items, depth + 1)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "text":
      return typeof schema.format === "string" ? (formats[schema.format] ?? "text") : "text";
    default:
      return isOfType(schema, "array") ? [] : {};
  }
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00.000Z",
  date: "2026-01-31",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function isOfType({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
