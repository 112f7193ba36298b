import { readFileSync, writeFileSync } from "node:fs";
import { Failure, main } from "../../../scripts/support/failure.ts";
import { digestOutputs, type RecordedOutput, recordFile } from "../digest-output.ts";

/**
 * Records the digests of generated files for a release: `node -C source test/released-output/programs/record-output.ts 1.2.0`. Until
 * the next release, the changelog has to name every kind of generated file that differs from them.
 */
await main(async () => {
  const [release] = process.argv.slice(2);
  if (release === undefined) {
    throw new Failure("Pass the version that is released, such as 1.2.0.");
  }
  const documents = await digestOutputs();
  // Written by the last run.
  const last = JSON.parse(readFileSync(recordFile, "utf8")) as RecordedOutput;
  const missing = Object.keys(last.documents).filter((name) => !Object.hasOwn(documents, name));
  if (missing.length > 0) {
    throw new Failure(`${missing.join(", ")} cannot be generated. Set SPECWRIGHT_CORPUS.`);
  }
  writeFileSync(recordFile, `${JSON.stringify({ release, documents }, undefined, 2)}\n`);
});
