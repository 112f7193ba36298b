import type { Render } from "../../emit/print/templates.ts";
import { createKeptTexts, type KeptTexts } from "../../emit/units/kept.ts";
import type { KeptParts } from "../../model/build/context/kept-parts.ts";
import type { Contents } from "../../model/contents/contents.ts";
import { createReadSession, type ReadSession } from "../../read/files/read-session.ts";
import type { OutputSession } from "../../write/output-session.ts";

/** The results that are kept while one process repeatedly generates from one document with the same options. */
export interface Session {
  readonly read: ReadSession;
  /** The parts of the last model. */
  parts: KeptParts | undefined;
  /** The printed text of targets. */
  readonly kept: KeptTexts;
  /** The contents of the last model, which those of the next one are compared with. */
  contents: Contents | undefined;
  readonly write: OutputSession;
  /** The compiled templates, with the hash of the options for which they were read. */
  templates: { readonly key: string; readonly render: Render } | undefined;
}

/** Creates a session that has not kept anything yet. */
export function createSession(): Session {
  return {
    read: createReadSession(),
    parts: undefined,
    kept: createKeptTexts(),
    contents: undefined,
    write: { files: new Map() },
    templates: undefined,
  };
}
