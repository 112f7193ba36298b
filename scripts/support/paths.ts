import { fileURLToPath } from "node:url";

/** The root of the repository, without a slash at the end. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A path below the root of the repository. */
export function resolveInRoot(path: string): string {
  return `${root}/${path}`;
}

/** The hand-written document. */
export const specFile = "spec/openapi.yaml";

/** The folder of the built reference. Every build replaces all its files. */
export const docsFolder = "generated/docs";
