import { isObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";
import type { GivenBody, Value } from "../description.ts";
import type { Compiling } from "./compile-text.ts";
import { compileJsonText, compileValue } from "./compile-value.ts";
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

/** The target of a replacement in XML is an XPath expression. */
function isXml(contentType = ""): boolean {
  return /[/+]xml\b/i.test(contentType);
}

function readReplacement(
  written: unknown,
  place: string,
  isPath: boolean,
  compiling: Compiling,
): GivenBody["replacements"][number] | undefined {
  const { report } = compiling;
  const members = ["target", "targetSelectorType", "value"];
  const reader = openObject(written, place, "A replacement", members, report);
  const target = reader?.requireText("target");
  if (reader === undefined || target === undefined) {
    return undefined;
  }
  const { targetSelectorType: type = "jsonpointer" } = reader.value;
  const isPointer = isObject(type) ? type.type === "jsonpointer" : type === "jsonpointer";
  if (isPath || !isPointer || !/^(?:\/|$)/.test(target)) {
    report(reader.at("target"), {
      code: "unsupported-workflow-part",
      message: `specwright replaces parts of a payload by JSON Pointer only, and \`${target}\` is not one.`,
      fix: "Write a JSON Pointer, such as `/customer/name`, or write the value into the payload.",
    });
    return undefined;
  }
  return {
    target: parsePointer(target),
    value: compileValue(reader.value.value, reader.at("value"), compiling),
  };
}
