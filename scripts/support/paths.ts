import { fileURLToPath } from "node:url";

/** The root of the repository, without a slash at the end. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A path below the root of the repository. */
export function inRoot(path: string): string {
  return `${root}/${path}`;
}

/** The hand-written document. */
export const specFile = "spec/openapi.yaml";

/** Where the reference is built; every file in it is replaced by each build. */
export const docsFolder = "generated/docs";
