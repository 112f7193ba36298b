import type { Diagnostic } from "../../diagnostic.ts";
import type { SourceFile } from "../read/files/source-file.ts";
import type { Origins } from "./origins.ts";
import type { ShapeStep } from "./shape-report.ts";

/** What the steps share that change one document. */
export interface Shaping {
  /** The root file as it was read. */
  readonly file: SourceFile;
  readonly origins: Origins;
  readonly steps: ShapeStep[];
  readonly problems: Diagnostic[];
  /** The parts that overlays removed, as JSON Pointers behind `#`, and the targets that selected them. */
  readonly removals: Map<string, { readonly file: string; readonly pointer: string }>;
}
