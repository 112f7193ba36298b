import { lockDataDirectory } from "../../packages/platform/src/base/db/opening/lock-data-directory.ts";
import { openDatabase } from "../../packages/platform/src/base/db/opening/open-database.ts";
import { explainFailure } from "../../packages/platform/src/process/checking/explain-failure.ts";
import { readConfig } from "../../packages/platform/src/process/config/read-config.ts";

// The parts of the platform that a start needs before generated/ is up to date. They must not import from generated/.
export { explainFailure, lockDataDirectory, openDatabase, readConfig };
