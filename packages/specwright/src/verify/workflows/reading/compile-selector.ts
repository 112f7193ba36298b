import { DiagnosticError } from "../../../diagnostic.ts";
import { compilePath, selectNodes } from "../../../document/shape/overlay/json-path.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";
import type { Value } from "../description.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import { requireXmlPackage } from "../expressions/xpath/require-xml-package.ts";
import { selectByXpath } from "../expressions/xpath/xpath.ts";
import { type Compiling, compileExpression, compileTemplate } from "./compile-text.ts";

/** Returns whether an object is a selector (Arazzo 1.1): it has exactly `context`, `selector` and `type`. */
export function isSelector(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Object.keys(value).toSorted().join() === "context,selector,type" &&
    typeof value.context === "string" &&
    value.context.startsWith("$")
  );
}

/**
 * Compiles a selector: the first node that a JSONPath query selects in a value, what a JSON Pointer leads to, or the text of the first
 * node that an XPath expression selects.
 */
export function compileSelector(written: JsonObject, pointer: string, compiling: Compiling): Value {
  const context = compileExpression(String(written.context), `${pointer}/context`, compiling);
  const type = readSelectorType(written.type, `${pointer}/type`, compiling);
  const selector = compileTemplate(String(written.selector), `${pointer}/selector`, compiling);
  if (context === undefined || type === undefined) {
    return () => undefined;
  }
  return (scope) => {
    const value = evaluateExpression(context, scope);
    return value === undefined ? undefined : select(type, selector(scope), value);
  };
}

function select(type: SelectorType, selector: string, value: unknown): unknown {
  switch (type) {
    case "jsonpath":
      return selectFirst(selector, value);
    case "xpath":
      return selectByXpath(selector, value);
    default:
      return parsePointer(selector).reduce(readPart, value);
  }
}

const types = ["simple", "regex", "jsonpath", "jsonpointer", "xpath"] as const;

/** How a selector or the condition of a criterion is evaluated. */
export type SelectorType = (typeof types)[number];

/** The versions that are evaluated. XPath 3.1 evaluates the expressions of 2.0 and 3.0 as those do; 1.0 converts values otherwise. */
const versions: Readonly<Record<string, readonly string[]>> = {
  jsonpath: ["rfc9535"],
  xpath: ["xpath-31", "xpath-30", "xpath-20"],
};

/**
 * The type of a selector or of a criterion, which is a word or an object with a version. Undefined, and reported, when specwright
 * cannot evaluate it.
 */
export function readSelectorType(
  written: unknown,
  pointer: string,
  { report }: Compiling,
): SelectorType | undefined {
  const { type, version } = isObject(written) ? written : { type: written ?? "simple" };
  const known = types.find((each) => each === type);
  const allowed = known === undefined ? undefined : versions[known];
  const isOther = version !== undefined && allowed?.includes(String(version)) === false;
  if (known === "xpath") {
    requireXmlPackage("fontoxpath");
    requireXmlPackage("slimdom");
  }
  if (known !== undefined && !isOther) {
    return known;
  }
  report(pointer, {
    code: "unsupported-workflow-part",
    message: isOther
      ? `specwright evaluates ${known === "xpath" ? "XPath 3.1, 3.0 and 2.0" : "JSONPath as RFC 9535 has it"}, and not \`${String(version)}\`.`
      : `specwright does not evaluate the type \`${String(type)}\`.`,
    fix: isOther
      ? `Write \`type: ${known}\` without a version.`
      : `Write one of ${types.map((each) => `\`${each}\``).join(", ")}.`,
  });
  return undefined;
}

function selectFirst(query: string, value: unknown): unknown {
  try {
    return selectNodes(compilePath(query, jsonPathNeed), value)[0]?.value;
  } catch (error) {
    if (error instanceof DiagnosticError) {
      throw error;
    }
    // A query with embedded expressions is only known now, and may be wrong. It selects nothing then.
    return undefined;
  }
}

/** What needs the library of JSONPath, for the message that it is not installed. */
export const jsonPathNeed = "A workflow with JSONPath needs";

function readPart(value: unknown, name: string): unknown {
  return (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    ? Object(value)[name]
    : undefined;
}
