import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { need } from "../support/needs.ts";

/** A document of ours in which every place that specwright reads has a text. */
export function featuresDocument(): unknown {
  return parse(readFileSync(join(import.meta.dirname, "features.yaml"), "utf8"));
}

/** A document of the corpus; undefined when this machine does not have it. */
export function corpusDocument(name: string): unknown {
  const folder = need("corpus");
  return folder === undefined ? undefined : parse(readFileSync(join(folder, name), "utf8"));
}
