import type { GivenBody, Replacement, Value } from "../description.ts";
import { readSelectorType } from "./compile-selector.ts";
import type { Compiling } from "./compile-text.ts";
import { compileJsonText, compileValue } from "./compile-value.ts";
import { conditionTypes } from "./condition-types.ts";
import { openObject } from "./open-object.ts";

/** Reads the body of a step's request. Undefined, and reported, when it is not an object. */
export function readStepBody(
  written: unknown,
  place: string,
  compiling: Compiling,
): GivenBody | undefined {
  const { report } = compiling;
  const members = ["contentType", "payload", "replacements"];
  const reader = openObject(written, place, "A request body", members, report);
  return (
    reader && {
      contentType: reader.text("contentType"),
      payload: compilePayload(reader.value.payload, reader.at("payload"), compiling),
      replacements: reader.list("replacements", (value, pointer) =>
        readReplacement(value, pointer, isXml(reader.text("contentType")), compiling),
      ),
      pointer: reader.pointer,
    }
  );
}

function compilePayload(written: unknown, pointer: string, compiling: Compiling): Value {
  const json =
    typeof written === "string" ? compileJsonText(written, pointer, compiling) : undefined;
  return json ?? compileValue(written, pointer, compiling);
}

/** The target of a replacement in XML is an XPath expression unless it says its type. */
function isXml(contentType = ""): boolean {
  return /[/+]xml\b/i.test(contentType);
}

function readReplacement(
  written: unknown,
  place: string,
  isInXml: boolean,
  compiling: Compiling,
): Replacement | undefined {
  const { report } = compiling;
  const members = ["target", "targetSelectorType", "value"];
  const reader = openObject(written, place, "A replacement", members, report);
  const target = reader?.requireText("target");
  if (reader === undefined || target === undefined) {
    return undefined;
  }
  const { targetSelectorType = isInXml ? "xpath" : "jsonpointer" } = reader.value;
  const at = reader.at("targetSelectorType");
  const type = readSelectorType(targetSelectorType, at, compiling);
  const refuse = (message: string, fix: string): undefined => {
    report(reader.at("target"), { code: "invalid-expression", message, fix });
  };
  if (type === "simple" || type === "regex") {
    return refuse(
      `A condition of the type \`${type}\` has no place in a payload.`,
      "Write `targetSelectorType: jsonpointer`, `jsonpath` or `xpath`.",
    );
  }
  if (type === "jsonpointer" && !/^(?:\/|$)/.test(target)) {
    return refuse(
      `\`${target}\` is not a JSON Pointer.`,
      "Write one such as `/customer/name`, or name the type in `targetSelectorType`.",
    );
  }
  const kind = type === "jsonpath" || type === "xpath" ? conditionTypes[type] : undefined;
  const problem = kind?.test(target, {});
  if (kind !== undefined && problem?.isMistake === true) {
    return refuse(`\`${target}\` is not of the type ${type}: ${problem.reason}.`, kind.fix);
  }
  const value = compileValue(reader.value.value, reader.at("value"), compiling);
  return type === undefined ? undefined : { target, type, value };
}
