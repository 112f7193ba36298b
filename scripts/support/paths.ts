import { fileURLToPath } from "node:url";

/** The root of the repository, without a slash at the end. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A path below the root of the repository. */
export function inRoot(path: string): string {
  return `${root}/${path}`;
}

/** The hand-written document. */
export const specFile = "spec/openapi.yaml";

/** The folder of the built reference; every build replaces all files in it. */
export const docsFolder = "generated/docs";
