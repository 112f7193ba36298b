import { explainFailure } from "../../packages/platform/src/cli/explain-failure.ts";
import { readConfig } from "../../packages/platform/src/config/read-config.ts";
import { lockDataDirectory } from "../../packages/platform/src/db/opening/lock-data-directory.ts";
import { openDatabase } from "../../packages/platform/src/db/opening/open-database.ts";

// The parts of the platform that a start needs before generated/ is up to date. They must not import from generated/.
export { explainFailure, lockDataDirectory, openDatabase, readConfig };
