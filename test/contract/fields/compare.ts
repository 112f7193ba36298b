import type { OpenApiDocument } from "../../../scripts/support/document.ts";
import { findKind, type Kind } from "./kinds.ts";
import type { Member, Type } from "./notation.ts";
import { type Facets, readFacets } from "./schema.ts";

/** The names of limits in the notation, and in JSON Schema. */
const limitNames: Readonly<Record<string, string>> = {
  max: "maximum",
  min: "minimum",
  "max-length": "maxLength",
  "min-items": "minItems",
  "max-items": "maxItems",
  default: "default",
};

const jsonTypes = new Set(["string", "boolean", "number", "object"]);

/** Every difference between a type of the contract and a schema of the document, each with its place. */
export function findDifferences(
  document: OpenApiDocument,
  type: Type,
  schema: unknown,
  place: string,
): string[] {
  if (type.name === "any") {
    return [];
  }
  const facets = readFacets(document, schema);
  const own = [...compareType(type, facets), ...compareFieldValues(type, facets)];
  const found = own.map((text) => `${place}: ${text}`);
  if (type.nullable !== facets.nullable) {
    found.push(`${place}: ${type.nullable ? "may be null" : "is never null"} in the contract`);
  }
  if (type.items) {
    const items = type.name === "map" ? facets.additional : facets.items;
    found.push(
      ...findDifferences(
        document,
        type.items,
        items,
        `${place}${type.name === "map" ? "{}" : "[]"}`,
      ),
    );
  }
  if (type.members) {
    found.push(...compareFieldMembers(document, type.members, facets, place));
  }
  return found;
}

function compareType(type: Type, facets: Facets): string[] {
  const expected = chooseJsonType(type);
  const actual = facets.types.join(" or ") || "any value";
  return actual === expected ? [] : [`${expected} in the contract, ${actual} in the document`];
}

function chooseJsonType(type: Type): string {
  if (type.name === "array" || jsonTypes.has(type.name)) {
    return type.name;
  }
  if (type.name === "map") {
    return "object";
  }
  if (type.name !== "enum" && !findKind(type.name)) {
    throw new Error(`no type is called ${type.name}`);
  }
  return "string";
}

function compareFieldValues(type: Type, facets: Facets): string[] {
  const kind = findKind(type.name);
  if (kind) {
    return compareKind(type.name, kind, facets);
  }
  // A boolean that is always true is still a boolean.
  if (type.name === "boolean") {
    return [];
  }
  const expected = [...(type.values ?? [])].sort().join(", ");
  const actual = [...(facets.values ?? [])].sort().join(", ");
  return expected === actual
    ? []
    : [
        `the values ${expected || "are free"} in the contract, ${actual || "are free"} in the document`,
      ];
}

function compareKind(name: string, kind: Kind, { schema }: Facets): string[] {
  if (kind.format !== undefined) {
    return schema.format === kind.format ? [] : [`has the format ${kind.format} in the contract`];
  }
  const admits = (text: string): boolean =>
    (typeof schema.pattern !== "string" || new RegExp(schema.pattern, "u").test(text)) &&
    (typeof schema.maxLength !== "number" || text.length <= schema.maxLength) &&
    (typeof schema.minLength !== "number" || text.length >= schema.minLength);
  return [
    ...(kind.good ?? [])
      .filter((text) => !admits(text))
      .map((text) => `refuses ${JSON.stringify(text)}, which is ${name} in the contract`),
    ...(kind.bad ?? [])
      .filter(admits)
      .map((text) => `admits ${JSON.stringify(text)}, which is no ${name} in the contract`),
  ];
}

function compareFieldMembers(
  document: OpenApiDocument,
  members: readonly Member[],
  facets: Facets,
  place: string,
): string[] {
  const named = new Set(members.map(({ name }) => name));
  const added = [...facets.members.keys()].filter((name) => !named.has(name));
  return [
    ...members.flatMap((member) => {
      const actual = facets.members.get(member.name);
      const where = `${place}.${member.name}`;
      if (!actual) {
        return [`${where}: is not in the document`];
      }
      return [
        ...compareRequiredness(member, actual.required, where),
        ...findDifferences(document, member.type, actual.schema, where),
        ...compareFlags(member, readFacets(document, actual.schema), where),
      ];
    }),
    ...added.map((name) => `${place}.${name}: is not in the contract`),
  ];
}

/** Returns whether a member or a parameter is required here and not there. */
export function compareRequiredness(member: Member, actual: boolean, place: string): string[] {
  if (member.required === actual) {
    return [];
  }
  return [`${place}: is ${member.required ? "required" : "optional"} in the contract`];
}

function compareFlags(member: Member, facets: Facets, where: string): string[] {
  const found = limitDifferences(member, facets, where);
  // Everything inside an object called "deprecated" is deprecated, even if it is not marked.
  const silent = /\.deprecated(\.|$)/.test(where);
  const deprecated = facets.schema.deprecated === true;
  if (!silent && deprecated !== member.deprecated) {
    found.push(`${where}: is ${member.deprecated ? "" : "not "}deprecated in the contract`);
  }
  if (member.open && facets.additional !== true) {
    found.push(`${where}: may hold further members in the contract`);
  }
  return found;
}

/** The limits of a member or a parameter that are missing in the document. */
export function limitDifferences(member: Member, { schema }: Facets, place: string): string[] {
  return Object.entries(member.limits).flatMap(([name, value]) => {
    const keyword = limitNames[name];
    if (keyword === undefined) {
      throw new Error(`no limit is called ${name}`);
    }
    const actual = schema[keyword];
    const text = typeof actual === "string" ? actual : JSON.stringify(actual);
    return text === value
      ? []
      : [`${place}: ${keyword} is ${value} in the contract, ${text} in the document`];
  });
}
