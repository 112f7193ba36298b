import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClosedReport, closedReports } from "./closed-reports.ts";
import { type Judgement, judgeOurs } from "./judge-pair.ts";

/** A report with our verdict. Both documents are files of a folder. */
export interface JudgedReport {
  readonly report: ClosedReport;
  readonly ours: Judgement;
  readonly files: readonly [before: string, after: string];
}

/** Judges the closed reports with `specwright diff`. @param folder An empty folder for their documents. */
export function judgeReports(folder: string): readonly JudgedReport[] {
  return closedReports.map((report, index) => {
    const files = [`${index}-before.json`, `${index}-after.json`] as const;
    writeFileSync(join(folder, files[0]), JSON.stringify(report.before));
    writeFileSync(join(folder, files[1]), JSON.stringify(report.after));
    return { report, files, ours: judgeOurs(folder, files) };
  });
}
