import { join } from "node:path";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";

/**
 * A document that others wrote, and the folder to generate into. The folder is below the repository, so that the output
 * finds the runtime.
 */
export interface CorpusDocument {
  readonly name: string;
  readonly path: string;
  readonly out: string;
}

const files = {
  museum: "museum.yaml",
  "train-travel": "train-travel.yaml",
  github: "github.json",
  digitalocean: "digitalocean/DigitalOcean-public.v2.yaml",
};

/** The documents of the corpus; an empty list when it is missing. */
export function listCorpusDocuments(): CorpusDocument[] {
  const corpus = findNeed("corpus");
  return corpus === undefined
    ? []
    : Object.entries(files).map(([name, file]) => ({
        name,
        path: join(corpus, file),
        out: resolveInRoot(`.cache/corpus/${name}`),
      }));
}
