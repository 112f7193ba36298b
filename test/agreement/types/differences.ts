import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { types } from "../../../packages/specwright/src/commands/types.ts";
import { compareTypes, printPeerTypes } from "./compare.ts";

/**
 * The differences that the compiler finds between our types and openapi-typescript's.
 *
 * @param folder The folder for the types of both.
 * @param document The document that both read.
 * @param others Further documents. Our types for these should be the same.
 */
export async function findTypeDifferences(
  folder: string,
  document: string,
  ...others: readonly string[]
): Promise<readonly string[]> {
  writeFileSync(join(folder, "theirs.d.ts"), await printPeerTypes(document));
  const pairs = [document, ...others].map((ours, index) => {
    types({ document: ours, output: join(folder, `ours-${index}.d.ts`) });
    return [`ours-${index}`, "theirs"] as const;
  });
  return (await compareTypes(folder, pairs)).flat();
}
