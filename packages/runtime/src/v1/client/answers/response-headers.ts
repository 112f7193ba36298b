import { decodeHeaderText, fromUtf8Bytes } from "../../parameters/decode-header.ts";
import { decodeItems } from "../../parameters/decode-text.ts";
import { planHeader } from "../../parameters/plan.ts";
import type { ClientOperation } from "../operation.ts";
import type { HeaderDefinition } from "./primitive-headers.ts";

/**
 * Reads the documented headers as numbers, booleans, lists and objects, by their schema. A string that does not fit the
 * schema stays a string. A header that was not sent is absent.
 */
export function responseHeaders(
  definitions: readonly HeaderDefinition[],
): NonNullable<ClientOperation["readHeaders"]> {
  return ({ status, headers }) => {
    const values: [string, unknown][] = [];
    for (const { statuses, ...definition } of definitions) {
      const { name } = definition;
      const text = headers.get(name);
      if (text !== null && (statuses === undefined || statuses.some((one) => fits(one, status)))) {
        const plan = planHeader(definition);
        // Dates of cookies contain commas, so the list is that of the fields (RFC 6265, section 3).
        const isList = plan.array && /^set-cookie$/i.test(name);
        const value = isList
          ? decodeItems(plan, headers.getSetCookie().map(fromUtf8Bytes))
          : decodeHeaderText(plan, text);
        values.push([name, value]);
      }
    }
    return Object.fromEntries(values);
  };
}

function fits(written: string, status: number): boolean {
  const text = String(status);
  return written === text || written === "default" || written.toUpperCase() === `${text[0]}XX`;
}
