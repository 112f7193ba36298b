import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { judgeReports } from "../evidence/oasdiff/judge-reports.ts";

test("closed reports of wrong verdicts have the verdict that they asked for, or a reason for another one", () => {
  const judged = judgeReports(makeTemporaryFolder({}));
  const differing = judged.filter(({ report, ours }) => report.asked !== ours.verdict);
  expect(
    differing
      .filter(({ report }) => report.reason === undefined)
      .map(({ report, ours }) => `#${report.number} ${report.change}: ${ours.verdict}`),
  ).toEqual([]);
  const needless = judged.filter(
    ({ report, ours }) => report.asked === ours.verdict && report.reason !== undefined,
  );
  expect(needless.map(({ report }) => report.number)).toEqual([]);
});
