import type { Document, Node } from "slimdom";
import { DiagnosticError } from "../../../../diagnostic.ts";
import { evaluateXpath } from "./evaluate-xpath.ts";
import { parseXml } from "./parse-xml.ts";
import { requireXmlPackage } from "./require-xml-package.ts";

/** A node that was selected. Every kind of node has a text as its content. */
type XmlNode = Node & { textContent: string | null };

/**
 * The first item that an XPath expression selects in an XML text, as a value: the text of a node, a text, a number or a boolean.
 * Undefined when there is none, and when it cannot be evaluated.
 */
export function selectByXpath(expression: string, xml: unknown): unknown {
  try {
    const [first] = evaluateXpath({ expression, open: () => parseXml(xml) }, "items");
    return isNode(first) ? readContent(first) : first;
  } catch (error) {
    return ignoreUnlessMissing(error);
  }
}

/** Returns why an XPath expression is not true of an XML text, as the rest of a sentence. Undefined when it is true. */
export function judgeByXpath(expression: string, xml: unknown): string | undefined {
  try {
    const isTrue = evaluateXpath({ expression, open: () => parseXml(xml) }, "truth");
    return isTrue ? undefined : "it selects nothing, or its value is false";
  } catch (error) {
    ignoreUnlessMissing(error);
    return error instanceof Error ? error.message : String(error);
  }
}

/** Why an expression can never be evaluated, because of its grammar or a function that does not exist. */
export function findXpathMistake(expression: string): string | undefined {
  try {
    const open = (): Document => parseXml("<a/>");
    evaluateXpath({ expression, open, otherNamespace: "urn:any" }, "truth");
    return undefined;
  } catch (error) {
    ignoreUnlessMissing(error);
    const { message } = Object(error);
    // Only static errors (XPST) are the same for every document.
    return String(message).startsWith("XPST") ? message : undefined;
  }
}

/**
 * An XML text in which each node that an expression selects has a text as its content.
 *
 * @throws Error whose message says, as the rest of a sentence, why it cannot be replaced
 */
export function replaceByXpath(expression: string, xml: unknown, content: string): string {
  const tree = parseXml(xml);
  const selected = evaluateXpath({ expression, open: () => tree }, "items").filter(isNode);
  if (selected.length === 0) {
    throw new Error("it selects nothing in the payload");
  }
  if (selected.includes(tree)) {
    throw new Error("it selects the whole document, and not an element or an attribute");
  }
  for (const node of selected) {
    node.textContent = content;
  }
  const { serializeToWellFormedString } = requireXmlPackage("slimdom") as typeof import("slimdom");
  return serializeToWellFormedString(tree);
}

/** In DOM, a document has no text of its own. In XPath, its text is that of its root (XPath Data Model 3.1, section 6.1.2). */
function readContent(node: XmlNode): string | null {
  return node.textContent ?? (node as Partial<Document>).documentElement?.textContent ?? null;
}

function isNode(item: unknown): item is XmlNode {
  return typeof Object(item).nodeType === "number";
}

/** A package that is not installed is a problem of the run, and not of one expression. */
function ignoreUnlessMissing(error: unknown): undefined {
  if (error instanceof DiagnosticError) {
    throw error;
  }
}
