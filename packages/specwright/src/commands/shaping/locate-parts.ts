import { pick } from "../../defined.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { locateDiagnostics } from "../../document/read/locate.ts";
import type { ShapedDocument } from "../../document/shape/open-shaped.ts";
import type { ResolvedInput } from "../load/document-input.ts";

/** The place of a part in the file that people edit. */
export interface PartPlace {
  readonly file: string;
  readonly pointer: string;
  /** Counted from 1. Absent when the file cannot be read again. */
  readonly line?: number;
  readonly column?: number;
}

/** The places of parts of a document that was read, in their order. */
export function locateParts(
  pointers: readonly string[],
  { document: { root }, trace }: Pick<ShapedDocument, "document" | "trace">,
  { folder, given }: ResolvedInput,
): readonly PartPlace[] {
  const places = pointers.map(
    (pointer): Diagnostic => ({
      ...{ severity: "warning", code: "", message: "", fix: "", file: root.name, pointer },
    }),
  );
  const located = locateDiagnostics(trace(places), folder, (path) => given?.get(path));
  return pointers.map((pointer, index) => ({
    file: root.name,
    pointer,
    ...(located[index] && pick(located[index], ["file", "pointer", "line", "column"])),
  }));
}
