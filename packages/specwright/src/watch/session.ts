import type { KeptParts } from "../document/model/build/context/kept-parts.ts";
import { createReadSession, type ReadSession } from "../document/read/files/read-session.ts";
import type { Render } from "../text/render.ts";
import type { Contents } from "./contents.ts";
import { createKeptTexts, type KeptTexts } from "./kept-units.ts";
import type { OutputSession } from "./output-session.ts";

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
  /** The files of targets of one's own that were found so far, by absolute path. */
  readonly targetFiles: string[];
  /** The compiled templates, with the hash of the options for which they were read. */
  templates: { readonly key: string; readonly render: Render } | undefined;
}

/**
 * Creates a session that has not kept anything yet.
 *
 * @example
 * ```ts
 * import { watch } from "node:fs";
 * import { createSession, generate } from "specwright";
 *
 * const session = createSession();
 * const options = { document: "openapi.yaml", out: "generated" };
 * await generate(options, session);
 * // The second and later runs do again only what the edit reaches.
 * watch("openapi.yaml", () => void generate(options, session));
 * ```
 */
export function createSession(): Session {
  return {
    read: createReadSession(),
    parts: undefined,
    kept: createKeptTexts(),
    contents: undefined,
    write: { files: new Map() },
    targetFiles: [],
    templates: undefined,
  };
}
