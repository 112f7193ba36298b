import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashContent } from "../../write/manifest.ts";
import { readToolVersion } from "../packages/tool-version.ts";

/** The inputs that determine the output, apart from the document. */
export interface CacheKeyParts {
  readonly command: string;
  /** The user's folder of templates. The built-in templates belong to the version. */
  readonly templates: string | undefined;
}

/** One hash of the tool's version, its options and the user's templates. Empty when the templates do not exist. */
export function hashCacheKey({ command, templates }: CacheKeyParts): string {
  if (templates !== undefined && !existsSync(templates)) {
    return "";
  }
  return hashContent(JSON.stringify([readToolVersion(), command, hashTemplates(templates)]));
}

/**
 * Returns whether the version identifies the code. When the tool runs from its source it does not, and every run reads
 * the document.
 */
export function isReleased(): boolean {
  return !import.meta.url.endsWith(".ts");
}

function hashTemplates(folder: string | undefined): readonly (readonly [string, string])[] {
  if (folder === undefined) {
    return [];
  }
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".hbs"))
    .sort()
    .map(
      (path) =>
        [path.replaceAll("\\", "/"), hashContent(readFileSync(join(folder, path)))] as const,
    );
}
