import type { GenerateResult } from "../../commands/generate.ts";
import { count } from "./count.ts";
import { formatSeconds } from "./progress.ts";

/** The result of a command that writes a folder. */
export type WrittenResult = Pick<
  GenerateResult,
  "written" | "unchanged" | "removed" | "isUpToDate" | "counts"
>;

/** The maximum number of files that are named. `--json` lists all. */
const maximumNamed = 10;

/**
 * Reports the written files or, with `check`, the stale ones. The file counts come first, and the next steps last.
 *
 * @param notes Further notes about the output, as complete lines.
 * @param next The next steps, as complete lines.
 */
export function renderWritten(
  { counts, written, unchanged, removed, isUpToDate }: WrittenResult,
  options: {
    readonly check: boolean | undefined;
    readonly milliseconds: number;
    readonly notes?: string;
    readonly next: string;
  },
): string {
  const read =
    counts === undefined
      ? ""
      : `${count(counts.operations, "operation")}, ${count(counts.schemas, "schema")}. `;
  const time = formatSeconds(options.milliseconds);
  const notes = options.notes ?? "";
  if (isUpToDate) {
    return `${read}Up to date: ${count(unchanged.length, "file")} unchanged. ${time}\n${notes}`;
  }
  const files = count(written.length, "file");
  if (options.check !== true) {
    return `${read}${files} written, ${unchanged.length} unchanged, ${removed.length} removed. ${time}\n${notes}${options.next}`;
  }
  const stale = [...written, ...removed].slice(0, maximumNamed).map((path) => `  ${path}\n`);
  const more = written.length + removed.length - stale.length;
  return (
    `${read}Not up to date: ${files} to write, ${removed.length} to remove. ${time}\n` +
    `${stale.join("")}${more > 0 ? `  … and ${more} more\n` : ""}${notes}Next: run the same command without --check.\n`
  );
}
