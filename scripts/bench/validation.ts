import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleDocument } from "../support/document.ts";
import { runCommand } from "../support/run.ts";
import { ratio, type Section } from "./report.ts";

/** Validation of a page of 100 tools by the generated schema, beside Ajv and plain Zod. */
export async function benchValidation(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, (await bundleDocument()).json);
    const printed = await runCommand(process.execPath, [
      "scripts/bench/programs/validation.ts",
      file,
    ]);
    const figures: { name: string; microseconds: number }[] = JSON.parse(
      printed.trim().split("\n").at(-1) ?? "[]",
    );
    const base = figures[0]?.microseconds ?? Number.NaN;
    return {
      title: "Validation",
      text: "A valid page of 100 tools; mean of one second. The ratio is to Ajv.",
      columns: ["", "time", "ratio"],
      rows: figures.map(({ name, microseconds }) => [
        name,
        `${microseconds.toFixed(1)} µs`,
        ratio(microseconds, base),
      ]),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
