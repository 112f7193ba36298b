import type { ValueType } from "@specwright/runtime/v1/parameters";
import type { Parameter, Schema } from "../../../document/model/model.ts";
import { createReadingFolder, type ReadingFolder } from "./reading/fold-reading.ts";
import { fitAny, isNever, type Part } from "./reading/part.ts";
import { isUntyped, listReadTypes, type Reading } from "./reading/reading.ts";

/**
 * The levels of a type, and the number of its parts. Styles represent at most five levels; deeper schemas belong to JSON
 * content. In brackets any depth can be written, and real forms have up to eight levels. Nested objects multiply the
 * parts; with too many, fewer levels are printed.
 */
const limits = {
  styles: { depth: 5, parts: 1000 },
  brackets: { depth: 12, parts: 4000 },
  // The parts of a body, each with a value of its own.
  parts: { depth: 6, parts: 4000 },
} as const;

/** How many levels of a value its text can have. */
export type ValueDepth = keyof typeof limits;

/** The value type of a parameter's schema. Undefined when the value is always a string. */
export function foldValueType(schema: Schema, depth: ValueDepth = "styles"): ValueType | undefined {
  return printWithin([schema], depth).type;
}

/** The value type of a parameter, as deep as its style carries. Undefined for a parameter with a media type. */
export function foldParameterType(parameter: Parameter): ValueType | undefined {
  const { schema, contentType } = parameter;
  const depth = findDepth(parameter);
  return contentType === undefined || depth === "brackets"
    ? foldValueType(schema, depth)
    : undefined;
}

/** How deep the value of a parameter, or of a form, may be. */
export function findDepth({ arrayFormat = "repeat" }: Pick<Parameter, "arrayFormat">): ValueDepth {
  return arrayFormat === "repeat" ? "styles" : "brackets";
}

/** Returns whether values of a schema may be deeper than their type, such as those of a schema that contains itself. */
export function isCutOff(schema: Schema, depth: ValueDepth): boolean {
  return printWithin([schema], depth).isCut;
}

/** The same for a value that fits one of several schemas. */
export function uniteValueTypes(schemas: readonly Schema[]): ValueType | undefined {
  return printWithin(schemas, "styles").type;
}

/** Thrown to stop printing when there are too many parts. */
const tooMany = Symbol("too many");

/** The context in which one value type is printed. */
interface Printing {
  /** Parts that may still be printed. */
  left: number;
  /** True when a part was left out because it is too deep. */
  isCut: boolean;
  readonly fold: ReadingFolder["fold"];
}

interface Printed {
  readonly type: ValueType | undefined;
  /** True when a part that is not a string was left out. */
  readonly isCut: boolean;
}

function printWithin(schemas: readonly Schema[], levels: ValueDepth): Printed {
  const { leaf, fold } = createReadingFolder();
  const part = fitAny(schemas.map((schema) => leaf(schema)));
  const { depth: most, parts } = limits[levels];
  for (let depth: number = most; depth > 0; depth -= 1) {
    const printing = { left: parts, isCut: false, fold };
    try {
      const type = print(part, depth, printing);
      return { type, isCut: printing.isCut };
    } catch (error) {
      if (error !== tooMany) {
        throw error;
      }
    }
  }
  return { type: undefined, isCut: true };
}

function print(part: Part | undefined, depth: number, printing: Printing): ValueType | undefined {
  printing.left -= 1;
  if (printing.left < 0) {
    throw tooMany;
  }
  const reading = printing.fold(part);
  const types = listReadTypes(reading);
  const [first] = types;
  if (first === undefined || (types.size === 1 && first === "string")) {
    return undefined;
  }
  if (depth === 0) {
    printing.isCut = true;
    return undefined;
  }
  const printInner: PrintPart = (inner) => inner && print(inner, depth - 1, printing);
  return {
    type: types.size === 1 ? first : [...types],
    ...(types.has("array") && printItems(reading, printInner)),
    ...(types.has("object") && printMembers(reading, printInner, printing)),
  };
}

type PrintPart = (part: Part | undefined) => ValueType | undefined;

const text: ValueType = { type: "string" };

function printItems(
  { positions, items }: Reading,
  printInner: PrintPart,
): Pick<ValueType, "prefixItems" | "items"> {
  const rest = printInner(items);
  const printed = positions.map(printInner);
  const length =
    rest === undefined ? printed.findLastIndex((each) => each !== undefined) + 1 : printed.length;
  return {
    ...(length > 0 && { prefixItems: printed.slice(0, length).map((each) => each ?? text) }),
    ...(rest !== undefined && { items: rest }),
  };
}

function printMembers(
  { properties, patterns, additional }: Reading,
  printInner: PrintPart,
  { fold }: Printing,
): Pick<ValueType, "properties" | "patternProperties" | "additionalProperties"> {
  const named = [...properties].map(([name, part]) => [name, printInner(part) ?? text] as const);
  // A member may fit several patterns, so one that may fit anything differs from a text.
  const matching = [...patterns].map(([pattern, part]) => {
    const isOpen = patterns.size > 1 ? isUntyped(fold(part)) : listReadTypes(fold(part)).size === 0;
    return [pattern, isOpen ? {} : (printInner(part) ?? text)] as const;
  });
  // Declared additional properties are accepted, so their type is printed even when it is a string.
  const rest = additional && !isNever(additional) ? (printInner(additional) ?? text) : undefined;
  return {
    ...(named.length > 0 && { properties: Object.fromEntries(named) }),
    ...(matching.length > 0 && { patternProperties: Object.fromEntries(matching) }),
    ...(rest !== undefined && { additionalProperties: rest }),
  };
}
