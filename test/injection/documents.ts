import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { findNeed } from "../support/needs.ts";

/** Our document in which every place that specwright reads has a string. */
export function buildFeaturesDocument(): unknown {
  return parse(readFileSync(join(import.meta.dirname, "features.yaml"), "utf8"));
}

/** A document of the corpus; undefined when this machine does not have it. */
export function readCorpusDocument(name: string): unknown {
  const folder = findNeed("corpus");
  return folder === undefined ? undefined : parse(readFileSync(join(folder, name), "utf8"));
}
