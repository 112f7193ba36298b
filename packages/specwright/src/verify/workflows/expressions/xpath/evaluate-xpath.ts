import { runInNewContext } from "node:vm";
import type { Document } from "slimdom";
import { DiagnosticError } from "../../../../diagnostic.ts";
import { requireXmlPackage } from "./require-xml-package.ts";

/** What the limits of `parseXml` let through ends after this time, such as an element with 50,000 attributes. */
const maximumMilliseconds = 10_000;

/** What is used of `fontoxpath`. Its own types would add those of browsers to every file that imports them. */
interface Library {
  readonly evaluateXPath: {
    (
      ...args: readonly [
        expression: string,
        context: Document,
        ...unused: readonly [null, Readonly<Record<string, never>>],
        type: number,
        options: { readonly namespaceResolver: (prefix: string) => string | null },
      ]
    ): unknown;
    readonly ALL_RESULTS_TYPE: number;
    readonly BOOLEAN_TYPE: number;
  };
}

/** An XPath 3.1 expression and the document that it is evaluated on. */
export interface XpathQuery {
  readonly expression: string;
  /** Parses the document, which counts as a part of the evaluation. */
  readonly open: () => Document;
  /** The namespace of prefixes that the document does not declare. Without one, they are mistakes. */
  readonly otherNamespace?: string;
}

/**
 * The items of an expression: nodes, texts, numbers and booleans; or its effective boolean value (XPath 3.1, section 2.4.3).
 * Prefixes, and names without one, are in the namespaces that the root of the document declares. The functions of `fontoxpath` read no
 * files and no addresses.
 *
 * @throws Error whose message says, as the rest of a sentence, why it cannot be evaluated
 */
export function evaluateXpath(query: XpathQuery, wanted: "items"): readonly unknown[];
export function evaluateXpath(query: XpathQuery, wanted: "truth"): boolean;
export function evaluateXpath(
  { expression, open, otherNamespace }: XpathQuery,
  wanted: "items" | "truth",
): unknown {
  const { evaluateXPath: evaluate } = requireXmlPackage("fontoxpath") as Library;
  const type = wanted === "items" ? evaluate.ALL_RESULTS_TYPE : evaluate.BOOLEAN_TYPE;
  const work = (): unknown => {
    const tree = open();
    const namespaceResolver = (prefix: string): string | null =>
      tree.documentElement?.lookupNamespaceURI(prefix === "" ? null : prefix) ??
      (prefix === "" ? null : (otherNamespace ?? null));
    return evaluate(expression, tree, null, {}, type, { namespaceResolver });
  };
  try {
    // Nothing else ends a function of this thread that runs too long. The context has no other use.
    return runInNewContext("work()", { work }, { timeout: maximumMilliseconds });
  } catch (error) {
    throw error instanceof DiagnosticError ? error : new Error(describeError(error));
  }
}

/** The sentence of an error, without the expression that `fontoxpath` prints around it. */
function describeError(error: unknown): string {
  const { code, message } = Object(error);
  if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
    return `it takes more than ${maximumMilliseconds / 1000} s`;
  }
  const text = String(message);
  const [coded] = /\b[A-Z]{4}\d{4}\b[^\n]*/.exec(text) ?? [];
  return (coded ?? text).trim().replace(/\.$/, "");
}
