import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SeededDefect } from "../../test/evidence/seeded/defect.ts";
import { seededDefects } from "../../test/evidence/seeded-defects.ts";
import { copyWorkTree } from "../seeded/copy-tree.ts";
import { runFiles } from "../seeded/run-files.ts";
import { Failure, main } from "../support/failure.ts";

/** Puts a defect into the copy, runs its tests, and takes it out again. Returns a row for each file. */
async function tryDefect(copy: string, defect: SeededDefect): Promise<readonly string[]> {
  const path = join(copy, defect.file);
  const text = readFileSync(path, "utf8");
  const parts = text.split(defect.find);
  if (parts.length !== 2) {
    return [`  ✗ ${defect.file} has the text that is replaced ${parts.length - 1} times`];
  }
  writeFileSync(path, parts.join(defect.replace));
  try {
    const results = await runFiles(copy, defect.caughtBy);
    return results.map(({ file, failed }) =>
      failed === undefined ? `  ✗ not caught by ${file}` : `  ✓ ${file}: ${failed}`,
    );
  } finally {
    writeFileSync(path, text);
  }
}

// Puts each defect into a copy of the work tree, one at a time: `npm run test:seeded`, or those with a word in their area, name or file.
await main(async () => {
  const words = process.argv.slice(2);
  const chosen = seededDefects.filter(({ area, name, file }) =>
    words.every((word) => [area, name, file].some((text) => text.includes(word))),
  );
  if (chosen.length === 0) {
    throw new Failure(`No defect has ${words.join(" and ")} in its area, name or file.`);
  }
  const files = [...new Set(chosen.flatMap(({ caughtBy }) => caughtBy))];
  const copy = copyWorkTree();
  try {
    console.error(`${files.length} files without a defect …`);
    const broken = (await runFiles(copy, files)).filter(({ failed }) => failed !== undefined);
    if (broken.length > 0) {
      const list = broken.map(({ file, failed }) => `  ${file}: ${failed}`);
      throw new Failure(`These fail without a defect:\n${list.join("\n")}`);
    }
    let missed = 0;
    for (const [index, defect] of chosen.entries()) {
      const rows = await tryDefect(copy, defect);
      missed += rows.some((row) => row.startsWith("  ✗")) ? 1 : 0;
      console.log(
        `${index + 1} of ${chosen.length} ${defect.area}: ${defect.name}\n${rows.join("\n")}`,
      );
    }
    console.log(`\n${chosen.length - missed} of ${chosen.length} defects were caught.`);
    if (missed > 0) {
      throw new Failure("Add a test that fails with the defect, or correct test/evidence/seeded.");
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
