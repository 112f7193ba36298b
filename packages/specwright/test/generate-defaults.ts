import { typeDefaults } from "../src/commands/generate-options.ts";
import type { EmitContext } from "../src/emit/target.ts";

/** What emitters are given by `generate` without options, for tests that call them by themselves. */
export const generateDefaults: Pick<EmitContext, "readWriteSplit" | "typeOptions"> = {
  readWriteSplit: typeDefaults.readWriteSplit,
  typeOptions: { defaultNonNullable: typeDefaults.defaultNonNullable },
};
