import { decodeHeader, type ParameterDefinition } from "../parameters.ts";
import type { ClientOperation } from "./operation.ts";

/** A documented header of an answer: `style: simple`, or a media type. */
export interface HeaderDefinition extends Omit<ParameterDefinition, "in"> {
  /** The statuses whose answers have it, as the document writes them. Default: all. */
  readonly statuses?: readonly string[];
}

/**
 * Reads documented headers: numbers, booleans, lists and objects as their schema has them. A text that is not what the
 * schema says stays a text; what did not come is absent.
 */
export function responseHeaders(
  definitions: readonly HeaderDefinition[],
): NonNullable<ClientOperation["readHeaders"]> {
  return ({ status, headers }) => {
    const values: [string, unknown][] = [];
    for (const { statuses, ...definition } of definitions) {
      const text = headers.get(definition.name);
      if (text !== null && (statuses === undefined || statuses.some((one) => fits(one, status)))) {
        values.push([definition.name, decodeHeader({ ...definition, in: "header" }, text)]);
      }
    }
    return Object.fromEntries(values);
  };
}

function fits(written: string, status: number): boolean {
  const text = String(status);
  return written === text || written === "default" || written.toUpperCase() === `${text[0]}XX`;
}
