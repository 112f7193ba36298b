import type { Header } from "../../model/model.ts";

/** Returns whether a handler has to give a documented header of its answer. */
export type IsRequiredHeader = (name: string, header: Header) => boolean;

/**
 * Decides which headers handlers have to give: those that the document requires.
 *
 * @param added headers that are added to answers in one place, in any case of letters
 */
export function requiredHeaders(added: readonly string[] = []): IsRequiredHeader {
  // The router writes the media type of the body; OpenAPI ignores the header in the document (3.1, section 4.8.17).
  const given = new Set(["content-type", ...added.map((name) => name.toLowerCase())]);
  return (name, { required }) => required && !given.has(name.toLowerCase());
}
