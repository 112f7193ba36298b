import { DiagnosticError } from "../../../diagnostic.ts";
import { compilePath, selectNodes } from "../../../document/shape/overlay/json-path.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";
import type { Value } from "../description.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
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

/** Compiles a selector: the first node that a JSONPath query selects in a value, or what a JSON Pointer leads to. */
export function compileSelector(written: JsonObject, pointer: string, compiling: Compiling): Value {
  const context = compileExpression(String(written.context), `${pointer}/context`, compiling);
  const type = readSelectorType(written.type, `${pointer}/type`, compiling);
  const selector = compileTemplate(String(written.selector), `${pointer}/selector`, compiling);
  if (context === undefined || type === undefined) {
    return () => undefined;
  }
  return (scope) => {
    const value = evaluateExpression(context, scope);
    return value === undefined
      ? undefined
      : type === "jsonpath"
        ? selectFirst(selector(scope), value)
        : parsePointer(selector(scope)).reduce(readPart, value);
  };
}

/**
 * The type of a selector or of a criterion, which is a word or an object with a version. Undefined, and reported, when specwright
 * cannot evaluate it.
 */
export function readSelectorType(
  written: unknown,
  pointer: string,
  { report }: Compiling,
): "simple" | "regex" | "jsonpath" | "jsonpointer" | undefined {
  const type = isObject(written) ? written.type : (written ?? "simple");
  const known = (["simple", "regex", "jsonpath", "jsonpointer"] as const).find(
    (each) => each === type,
  );
  const isOldPath =
    isObject(written) && type === "jsonpath" && (written.version ?? "rfc9535") !== "rfc9535";
  if (known !== undefined && !isOldPath) {
    return known;
  }
  report(pointer, {
    code: "unsupported-workflow-part",
    message: isOldPath
      ? `specwright evaluates JSONPath as RFC 9535 has it, and not \`${String(written.version)}\`.`
      : `specwright does not evaluate the type \`${String(type)}\`.`,
    fix: "Use `jsonpath` without a version, a JSON Pointer such as `$response.body#/id`, or `regex` on `$response.body`.",
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
