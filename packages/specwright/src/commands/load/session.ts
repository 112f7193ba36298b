import type { Render } from "../../emit/print/templates.ts";
import { createKept, type Kept } from "../../kept.ts";
import { createModelSession, type ModelSession } from "../../model/build/context/model-session.ts";
import { createReadSession, type ReadSession } from "../../read/files/read-session.ts";
import type { OutputSession } from "../../write/output-session.ts";

/** The results that are kept while one process repeatedly generates from one document with the same options. */
export interface Session {
  readonly read: ReadSession;
  readonly model: ModelSession;
  /** The printed text of targets. */
  readonly kept: Kept;
  readonly write: OutputSession;
  /** The compiled templates, with the hash of the options for which they were read. */
  templates: { readonly key: string; readonly render: Render } | undefined;
}

/** Starts with nothing kept. */
export function createSession(): Session {
  return {
    read: createReadSession(),
    model: createModelSession(),
    kept: createKept(),
    write: { files: new Map() },
    templates: undefined,
  };
}
