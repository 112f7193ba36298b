import { PlatformError } from "../../../base/errors.ts";
import { createSlots } from "../../../base/sharing/slots.ts";

/** Imports of all projects that may be received, wait for the compiler or be compiled at the same time. */
const mostImports = 16;

/** Most documents take less than this. */
const retryAfterSeconds = 5;

/**
 * Creates the places for imports of this process. A project has one place. As none of them has two documents that wait for the compiler, it
 * serves the projects in turns.
 *
 * The returned function takes a place, and returns how to give it back.
 *
 * @throws PlatformError `Request_RateLimited`
 */
export function createImportPlaces(): (projectId: string) => () => void {
  const ofProject = createSlots(1);
  const ofAll = createSlots(mostImports);
  return (projectId) => {
    const leaveProject = ofProject.take(projectId);
    if (leaveProject === undefined) {
      throw refuseImport("The project is already importing a toolkit.", "Wait until that import");
    }
    const leaveAll = ofAll.take("");
    if (leaveAll === undefined) {
      leaveProject();
      throw refuseImport(
        `${mostImports} other projects are importing toolkits.`,
        "Wait until one of these imports",
      );
    }
    return () => {
      leaveProject();
      leaveAll();
    };
  };
}

function refuseImport(message: string, wait: string): PlatformError {
  return new PlatformError("Request_RateLimited", {
    words: { message, suggestedFix: `${wait} has ended, and send the request again.` },
    retryAfterSeconds,
  });
}
