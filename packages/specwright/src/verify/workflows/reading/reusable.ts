import { isObject, type JsonObject } from "../../../json-object.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import type { ReportProblem } from "./open-object.ts";

/** The components of a document that reusable objects refer to, as they are written. */
export type Components = Readonly<
  Record<"parameters" | "successActions" | "failureActions", JsonObject>
>;

/** A part of the document, and its place. */
export interface FoundPart {
  readonly value: unknown;
  readonly pointer: string;
}

/** Reads the components of a document. What is not an object is read as empty, and reported. */
export function readComponents(value: unknown, report: ReportProblem): Components {
  const members = isObject(value) ? value : {};
  const read = (name: keyof Components): JsonObject => {
    const { [name]: member = {} } = members;
    if (isObject(member)) {
      return member;
    }
    report(`/components/${name}`, {
      code: "invalid-workflow",
      message: `\`${name}\` of the components must be an object.`,
      fix: "Write an object with a member for each.",
    });
    return {};
  };
  return {
    parameters: read("parameters"),
    successActions: read("successActions"),
    failureActions: read("failureActions"),
  };
}

/**
 * The component that a reusable object (`reference: $components.parameters.page`) refers to, or the value itself when it is not
 * one. `value` of the reference replaces that of the parameter. Undefined, and reported, when there is no such component.
 */
export function followReusable(
  value: unknown,
  pointer: string,
  kind: keyof Components,
  components: Components,
  report: ReportProblem,
): FoundPart | undefined {
  if (!isObject(value) || value.reference === undefined) {
    return { value, pointer };
  }
  const { reference } = value;
  const name = new RegExp(`^\\$components\\.${kind}\\.(.+)$`).exec(String(reference))?.[1];
  const { [kind]: all } = components;
  if (name === undefined || !Object.hasOwn(all, name)) {
    report(`${pointer}/reference`, {
      code: "unknown-workflow-part",
      message: `The document has no component \`${String(reference)}\`.`,
      suggest: () => askDidYouMean(name ?? String(reference), Object.keys(all)),
      fix: `Refer to \`$components.${kind}.<name>\`.`,
    });
    return undefined;
  }
  const found = all[name];
  return Object.hasOwn(value, "value") && isObject(found)
    ? { value: { ...found, value: value.value }, pointer }
    : { value: found, pointer: `/components/${kind}/${escapeSegment(name)}` };
}
