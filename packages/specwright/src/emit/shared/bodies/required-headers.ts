import type { Header } from "../../../document/model/model.ts";

/** Returns whether a handler has to set a documented header of its response. */
export type IsRequiredHeader = (name: string, header: Header) => boolean;

/**
 * Decides which headers handlers have to set: those that the document requires, except the added ones.
 *
 * @param added headers that one place adds to all responses, in upper or lower case
 */
export function decideRequiredHeaders(added: readonly string[] = []): IsRequiredHeader {
  // The router sets the media type of the body, and OpenAPI ignores a description of this header (3.1, section 4.8.17).
  const given = new Set(["content-type", ...added.map((name) => name.toLowerCase())]);
  return (name, { required }) => required && !given.has(name.toLowerCase());
}
