import type { GivenParameter } from "../description.ts";
import type { Compiling } from "./compile-text.ts";
import { compileValue } from "./compile-value.ts";
import { openObject } from "./open-object.ts";
import { type Components, followReusable } from "./reusable.ts";

const places = ["path", "query", "querystring", "header", "cookie"] as const;

/** Reads a parameter, or one of the components that it refers to. Undefined, and reported, when it has mistakes. */
export function readParameter(
  written: unknown,
  place: string,
  components: Components,
  compiling: Compiling,
): GivenParameter | undefined {
  const { report } = compiling;
  const found = followReusable(written, place, "parameters", components, report);
  const members = ["name", "in", "value"];
  const reader = found && openObject(found.value, found.pointer, "A parameter", members, report);
  const name = reader?.requireText("name");
  if (reader === undefined || name === undefined) {
    return undefined;
  }
  if (!Object.hasOwn(reader.value, "value")) {
    report(reader.pointer, {
      code: "invalid-workflow",
      message: "A parameter has no `value`.",
      fix: "Write its `value`: a constant, or an expression such as `$inputs.name`.",
    });
  }
  return {
    ...{ name, in: reader.choice("in", places), pointer: reader.pointer },
    value: compileValue(reader.value.value, reader.at("value"), compiling),
  };
}
