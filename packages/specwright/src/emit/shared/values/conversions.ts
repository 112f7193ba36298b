import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { Schema } from "../../../document/model/model.ts";
import { escapeIdentifier } from "../../../text/identifier.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { toUpperFirst } from "../../../text/upper-first.ts";
import { escapeString } from "../escape/string.ts";
import { createNames } from "../names/names.ts";
import { printLiteral } from "../print/literal.ts";
import {
  findKind,
  numericKinds,
  temporalKinds,
  type ValueKind,
} from "../typescript/value-kinds.ts";
import { type AlternativeTag, findAlternativeTags } from "./alternative-tags.ts";
import type { ValuePlan } from "./plan-values.ts";
import { createHoldsValue, type HoldsValue } from "./value-parts.ts";

/**
 * What a conversion is for: `decode` makes values of what was received, in place; `encode` writes values as JSON;
 * `write` as texts, in which numbers need no conversion; and `check` makes what a validator judges.
 */
export type ConversionMode = "decode" | "encode" | "write" | "check";

/** The conversion functions of one module. Each is printed when something first needs it. */
export interface Conversions {
  /**
   * An expression for a function that converts values of a schema. Undefined when they hold nothing to convert.
   *
   * @param place names the function of a schema that is not a component
   */
  readonly convert: (schema: Schema, mode: ConversionMode, place: string) => string | undefined;
  /** Returns whether values of a schema hold numbers that `JSON.parse` would round. */
  readonly isExact: (schema: Schema) => boolean;
  /** The source of the functions, in the order in which they were needed. */
  readonly list: () => readonly string[];
  /** A name of the module for something else. */
  readonly nameConstant: (wanted: string) => string;
  /** The module from which it imports `Temporal`. Undefined when it does not. */
  readonly temporal: () => string | undefined;
}

/**
 * Opens a module of conversions.
 *
 * @param components the names of schemas that have one
 * @param reserved names that the module declares itself
 */
export function createConversions(
  plan: ValuePlan,
  components: ReadonlyMap<Schema, string>,
  reserved: Iterable<string> = [],
): Conversions {
  const holds = createHoldsValue(plan.kinds);
  const printer: Printer = {
    plan,
    components,
    holds: {
      decode: holds,
      encode: holds,
      check: holds,
      write: createHoldsValue(plan.kinds, isText),
    },
    names: createNames({
      escape: escapeIdentifier,
      reserved: ["Temporal", "at", "result", "runtime", "value", ...reserved],
    }),
    given: new Map(),
    functions: new Map(),
    imports: new Set(),
  };
  const isExact = createHoldsValue(plan.kinds, (kind) => numericKinds.has(kind));
  const needsTemporal = (): boolean =>
    [...printer.imports].some((name) => temporalKinds.has(name.replace(/^[a-z]+/, "") as never));
  return {
    convert: (schema, mode, place) => printConverter(schema, { mode, place, printer }),
    isExact,
    list: () => [...printer.functions.values()].filter((text) => text !== ""),
    nameConstant: (wanted) => printer.names.name(wanted),
    temporal: () => (needsTemporal() ? plan.temporal : undefined),
  };
}

interface Printer {
  readonly plan: ValuePlan;
  readonly components: ReadonlyMap<Schema, string>;
  readonly holds: Readonly<Record<ConversionMode, HoldsValue>>;
  readonly names: ReturnType<typeof createNames>;
  /** The names of functions by mode and schema. */
  readonly given: Map<string, Map<Schema, string>>;
  /** The source of functions by name; empty while it is being printed. */
  readonly functions: Map<string, string>;
  /** The functions of the runtime that the module uses. */
  readonly imports: Set<string>;
}

function isText(kind: string): boolean {
  return kind !== "BigInt" && kind !== "Decimal" && kind !== "BigIntText";
}

/** Where a conversion is printed. */
interface Place {
  readonly mode: ConversionMode;
  /** Names the function of a schema that is not a component. */
  readonly place: string;
  readonly printer: Printer;
  /** True inside alternatives that nothing tells apart, where values of other alternatives are kept. */
  readonly keeps?: boolean;
}

function printConverter(schema: Schema, place: Place): string | undefined {
  const { mode, printer } = place;
  if (!printer.holds[mode](schema)) {
    return undefined;
  }
  const kind = findKind(schema, printer.plan.kinds);
  if (kind !== undefined) {
    return printSingle(kind, place);
  }
  const { ref, ...own } = schema;
  if (ref !== undefined && !printer.holds[mode](own)) {
    return nameFunction(ref.target, { ...place, place: nameTarget(ref.target, place.place) });
  }
  return nameFunction(schema, place);
}

function printSingle(kind: ValueKind, { mode, printer, keeps }: Place): string {
  const name = use(`${mode === "write" ? "encode" : mode}${kind}`, printer);
  const converter =
    temporalKinds.has(kind) && mode === "decode"
      ? `(value, at) => ${name}(value, at, Temporal)`
      : name;
  return keeps === true ? `${use("keepOthers", printer)}(${converter})` : converter;
}

/** A function of the runtime. */
function use(name: string, { imports }: Printer): string {
  imports.add(name);
  return `runtime.${name}`;
}

function nameTarget({ location }: Schema, place: string): string {
  const segments = parsePointer(location.pointer);
  return segments[0] === "components" && segments.length > 2 ? segments.slice(2).join("_") : place;
}

function nameFunction(schema: Schema, place: Place): string {
  const { mode, printer, keeps = false } = place;
  // A reference may lead to a single value.
  const kind = findKind(schema, printer.plan.kinds);
  if (kind !== undefined) {
    return printSingle(kind, place);
  }
  const { given, names, components, functions } = printer;
  const key = `${mode}${keeps ? "OrKeep" : ""}`;
  const ofMode = given.get(key) ?? new Map<Schema, string>();
  given.set(key, ofMode);
  const known = ofMode.get(schema);
  if (known !== undefined) {
    return known;
  }
  const own = components.get(schema) ?? place.place;
  const wanted = `${key}${toUpperFirst(escapeIdentifier(own))}`;
  let name = names.name(wanted);
  for (let count = 2; functions.has(name); count++) {
    name = names.name(`${wanted}_${count}`);
  }
  ofMode.set(schema, name);
  functions.set(name, "");
  functions.set(name, printFunction(name, schema, { ...place, place: own }));
  return name;
}

function printFunction(name: string, schema: Schema, place: Place): string {
  const { mode, printer } = place;
  const { ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema;
  const lines: string[] = [];
  const addPart = (part: Schema, words: string, test?: string, keeps = place.keeps): void => {
    const inside = { ...place, place: `${place.place}_${words}`, ...(keeps && { keeps }) };
    const converter = printConverter(part, inside);
    if (converter !== undefined) {
      const call = `result = ${callConverter(converter)}(result, at);`;
      const target = followSchemaReferences(part);
      const isSingle = target !== undefined && findKind(target, printer.plan.kinds) !== undefined;
      // A single value that another alternative has converted already is not converted again.
      const condition = test ?? (isSingle ? "result === value" : undefined);
      lines.push(condition === undefined ? call : `if (${condition}) ${call}`);
    }
  };
  if (printer.holds[mode](own)) {
    lines.push(...printOwn(own, place));
  }
  if (ref !== undefined) {
    addPart(ref.target, "target");
  }
  for (const [index, part] of allOf.entries()) {
    addPart(part, `allOf_${index}`);
  }
  for (const [keyword, alternatives] of [["anyOf", anyOf] as const, ["oneOf", oneOf] as const]) {
    const tags = findAlternativeTags(schema, alternatives);
    for (const [index, part] of alternatives.entries()) {
      const tag = tags[index];
      const types = findPossibleTypes(part);
      const isAlone = alternatives.every(
        (other) => other === part || (findPossibleTypes(other) & types) === 0,
      );
      const keeps = place.keeps === true || (tag === undefined && !isAlone);
      addPart(part, `${keyword}_${index}`, tag && printTest(tag, printer), keeps);
    }
  }
  const body = lines.map((line) => `  ${line.replaceAll("\n", "\n  ")}\n`).join("");
  return `export function ${name}(value, at) {\n  let result = value;\n${body}  return result;\n}\n`;
}

/** A function expression that is called. Arrow functions need parentheses. */
function callConverter(converter: string): string {
  return converter.includes("=>") ? `(${converter})` : converter;
}

function printTest({ property, values }: AlternativeTag, printer: Printer): string {
  return `${use("isTagged", printer)}(result, ${escapeString(property)}, ${printLiteral(values)})`;
}

/** The statements that convert the members and the items that the schema itself describes. */
function printOwn(schema: Schema, place: Place): readonly string[] {
  const { mode, printer } = place;
  const lines: string[] = [];
  const types = findPossibleTypes(schema);
  const convert = (part: Schema, words: string): string | undefined =>
    printConverter(part, { ...place, place: `${place.place}_${words}` });
  const {
    properties = new Map<string, Schema>(),
    additionalProperties,
    items,
    prefixItems = [],
  } = schema;
  const members = [...properties].flatMap(([name, property]) => {
    const converter = convert(property, name);
    return converter === undefined
      ? []
      : [`${use("convertMember", printer)}(result, ${escapeString(name)}, ${converter}, at);`];
  });
  const others = additionalProperties && convert(additionalProperties, "others");
  if (others !== undefined) {
    const known = printLiteral([...properties.keys()]);
    members.push(`${use("convertOthers", printer)}(result, ${known}, ${others}, at);`);
  }
  if (members.length > 0 && (types & typeBits.object) !== 0) {
    const start = mode === "decode" ? [] : [`result = ${use("copyObject", printer)}(result);`];
    lines.push(`if (${use("isJsonObject", printer)}(result)) {`);
    lines.push(...[...start, ...members].map((line) => `  ${line}`), "}");
  }
  const elements = prefixItems.map((item, index) => convert(item, `${index}`));
  const rest = items && convert(items, "item");
  if ((elements.some(Boolean) || rest !== undefined) && (types & typeBits.array) !== 0) {
    const list = elements.map((each) => each ?? "undefined").join(", ");
    const first = prefixItems.length === 0 ? "" : `, [${list}]`;
    const keep = mode === "decode" ? "convertItems" : "copyItems";
    lines.push(`result = ${use(keep, printer)}(result, ${rest ?? "undefined"}, at${first});`);
  }
  return lines;
}
