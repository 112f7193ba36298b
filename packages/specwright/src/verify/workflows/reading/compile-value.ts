import { isArrayOrObject, isObject } from "../../../json-object.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import type { Value } from "../description.ts";
import { isExpression } from "../expressions/parse-expression.ts";
import { compileSelector, isSelector } from "./compile-selector.ts";
import { type Compiling, compileTemplate, compileText } from "./compile-text.ts";

/** A payload is data that a person wrote. YAML aliases could make one of a few lines endless. */
const maximumParts = 100_000;

/**
 * Compiles a payload that is a JSON text with expressions in braces, so that what they mean is escaped as JSON has it. A whole text
 * that means an object or a list, such as `"{$inputs.customer}"`, becomes that. Undefined when the text is not JSON.
 */
export function compileJsonText(
  text: string,
  pointer: string,
  compiling: Compiling,
): Value | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Expressions may stand where JSON has no texts. The text is read after they were replaced.
    return undefined;
  }
  const embedText = (written: string): Value => {
    const template = compileTemplate(written, pointer, compiling);
    const [, whole = ""] = /^\{(\$[^{}]+)\}$/.exec(written) ?? [];
    const value = isExpression(whole) ? compileText(whole, pointer, compiling) : template;
    return (scope) => {
      const evaluated = value(scope);
      return isArrayOrObject(evaluated) ? evaluated : template(scope);
    };
  };
  return isArrayOrObject(read) ? compileValue(read, pointer, compiling, embedText) : undefined;
}

/**
 * Compiles a value of the document: a text that is an expression, a text with expressions in braces, a selector (Arazzo 1.1), or a
 * list or an object of such.
 *
 * @param compileOne compiles each text
 */
export function compileValue(
  written: unknown,
  pointer: string,
  compiling: Compiling,
  compileOne: (text: string, pointer: string, compiling: Compiling) => Value = compileText,
): Value {
  let parts = 0;
  return compile(written, pointer);

  function compile(value: unknown, at: string): Value {
    parts += 1;
    if (parts > maximumParts) {
      if (parts === maximumParts + 1) {
        compiling.report(pointer, {
          code: "invalid-workflow",
          message: `This value has more than ${maximumParts} parts.`,
          fix: "Write a smaller value. YAML aliases count each time.",
        });
      }
      return () => undefined;
    }
    if (typeof value === "string") {
      return compileOne(value, at, compiling);
    }
    if (isSelector(value)) {
      return compileSelector(value, at, compiling);
    }
    if (Array.isArray(value)) {
      const items = value.map((item, index) => compile(item, `${at}/${index}`));
      return (scope) => items.map((item) => item(scope));
    }
    if (isObject(value)) {
      const members = Object.entries(value).map(
        ([name, member]) => [name, compile(member, `${at}/${escapeSegment(name)}`)] as const,
      );
      return (scope) => Object.fromEntries(members.map(([name, member]) => [name, member(scope)]));
    }
    return () => value;
  }
}
