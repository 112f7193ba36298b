import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { formatProblemLine, loadToolkits } from "../../applications/toolkits/load-toolkits.ts";
import { toolkitFolder } from "../../base/package-files.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import { StartError } from "../start-error.ts";
import type { CommandOutcome } from "./run-command.ts";

/**
 * Checks toolkit documents. With a folder, it checks the documents of that folder together with the platform's own.
 * Without one, it checks all documents that a start reads. Each problem is one line.
 *
 * @throws StartError when the folder does not exist
 */
export function checkToolkits(
  folder: string | undefined,
  readConfig: () => Pick<PlatformConfig, "ownToolkits">,
): CommandOutcome {
  const given = folder === undefined ? readConfig().ownToolkits : resolve(folder);
  if (given !== undefined && !existsSync(given)) {
    throw new StartError(
      `The folder ${given} does not exist.\nName a folder that holds toolkit documents.`,
    );
  }
  const own = given === undefined || relative(toolkitFolder, given) === "" ? [] : [given];
  const { documents, problems } = loadToolkits([toolkitFolder, ...own]);
  const text =
    problems.length === 0
      ? `${documents.length} documents, no problems.`
      : problems.map(formatProblemLine).join("\n");
  const data = { documents: documents.length, problems };
  return { text, data, isFailure: problems.length > 0 };
}
