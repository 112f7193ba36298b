import type { Document } from "slimdom";
import { requireXmlPackage } from "./require-xml-package.ts";

/** A larger answer would need several hundred megabytes as a tree of nodes. */
const maximumCharacters = 2_000_000;

/** `//` of `fontoxpath` takes time in the square of the depth: 0.3 s for 1000 elements within each other, 25 s for 10,000. */
const maximumDepth = 1000;

/**
 * Parses an XML text, which may come from a hostile server. `slimdom` loads nothing, and limits what entities expand to.
 *
 * @throws Error whose message says, as the rest of a sentence, why a value is not read
 */
export function parseXml(xml: unknown): Document {
  if (typeof xml !== "string") {
    throw new Error("the value is not XML");
  }
  if (xml.length > maximumCharacters) {
    throw new Error(`the XML has more than ${maximumCharacters} characters`);
  }
  const { parseXmlDocument } = requireXmlPackage("slimdom") as typeof import("slimdom");
  let tree: Document;
  try {
    tree = parseXmlDocument(xml);
  } catch (error) {
    // The other lines show the source.
    const [reason] = String(Object(error).message).split("\n");
    throw new Error(`the value is not XML: ${reason}`);
  }
  if (isDeep(tree)) {
    throw new Error(`the XML has more than ${maximumDepth} elements within each other`);
  }
  return tree;
}

/** Walks without recursion, because the text may be deeper than the stack. */
function isDeep(tree: Document): boolean {
  let depth = 1;
  for (let at = tree.documentElement; at !== null; ) {
    if (at.firstElementChild !== null) {
      at = at.firstElementChild;
      depth += 1;
      if (depth > maximumDepth) {
        return true;
      }
      continue;
    }
    while (at !== null && at.nextElementSibling === null) {
      at = at.parentElement;
      depth -= 1;
    }
    at = at?.nextElementSibling ?? null;
  }
  return false;
}
