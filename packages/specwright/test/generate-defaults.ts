import { typeDefaults } from "../src/commands/generate-options.ts";
import type { EmitContext } from "../src/emit/target.ts";

/** The options that `generate` passes to emitters by default, for tests that call emitters directly. */
export const generateDefaults: Pick<EmitContext, "readWriteSplit" | "typeOptions"> = {
  readWriteSplit: typeDefaults.readWriteSplit,
  typeOptions: { defaultNonNullable: typeDefaults.defaultNonNullable },
};
