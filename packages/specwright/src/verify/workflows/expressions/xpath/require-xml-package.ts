import { requirePackage } from "../../../../document/shape/require-package.ts";

/**
 * Loads one of the two packages that evaluate XPath: `fontoxpath` has the expressions, `slimdom` the tree of nodes. The package `xpath`
 * was too slow: `//item[@id = 1]` took more than 5 s in a text with 10,000 items, and `fontoxpath` 0.05 s.
 *
 * @throws DiagnosticError when it is not installed
 */
export function requireXmlPackage(name: "fontoxpath" | "slimdom"): unknown {
  return requirePackage(name, "A workflow with XPath needs", ["fontoxpath", "slimdom"]);
}
