import type { Diagnostic } from "../../diagnostic.ts";
import type { SourceDocument } from "./open-document.ts";
import { createReferences } from "./references/references.ts";

/**
 * A document that was parsed already, as if it had been read from a file. References to other files are problems.
 *
 * @param source The name of the document in headers and messages.
 */
export function openValue(value: unknown, source: string): SourceDocument {
  const path = "/document/openapi.yaml";
  const root = { path, name: "openapi.yaml", hash: "", value, mayIdentify: true };
  const files = new Map([[root.path, root]]);
  const problems: Diagnostic[] = [];
  const references = createReferences({
    folder: "/document",
    roots: ["/document"],
    allowed: [],
    remotes: [],
    files,
    problems,
    root,
  });
  return { source, root, files, problems, ...references };
}
