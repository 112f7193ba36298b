import { basename } from "node:path";
import { fileURLToPath } from "node:url";

// `npm run build` makes a package of the service: JavaScript and what it reads, in one folder. Sources have folders, and
// are in the repository. This file alone knows the difference, and scripts/support/build-service.ts, which makes the folder.
const isBuilt: boolean = import.meta.url.endsWith(".js");

/** The programs that the service starts beside itself, by their sources below `src/`. */
export const programs = [
  "base/db/opening/initialize-cluster-process",
  "applications/toolkits/compiled/compile-process",
  "applications/toolkits/compiled/compile-thread",
] as const;

/** The file of a program, which is TypeScript if the service runs from its sources. */
export function locateProgram(program: (typeof programs)[number]): string {
  return locate(isBuilt ? `./${basename(program)}.js` : `../${program}.ts`);
}

/** The options of Node for such a program. Packages of the repository have sources under a condition. */
export const programOptions: readonly string[] = isBuilt ? [] : ["--conditions=source"];

/** The folder of the toolkits that the platform brings along, with a slash at the end. */
export const toolkitFolder: string = locate(isBuilt ? "./toolkits/" : "../../toolkits/");

/** The folder of the built console. It is missing until `npm run build` or `npm start` has made it. */
export const consoleFolder: string = locate(isBuilt ? "./console" : "../../../console/dist");

/** The folder that has `schema/` and `functions/` as SQL. */
export const sqlFolder: string = locate(isBuilt ? "./sql" : "./db");

/** A new cluster of the embedded database, as a compressed tar archive; undefined in the repository. */
export const clusterFile: string | undefined = isBuilt ? locate("./cluster.tar.zst") : undefined;

/** The single list of errors, which is in `spec/`. */
export const errorsFile: string = locate(
  isBuilt ? "./errors.yaml" : "../../../../spec/errors.yaml",
);

function locate(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
