import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findPairs } from "../../test/evidence/oasdiff/find-pairs.ts";
import { findReason } from "../../test/evidence/oasdiff/find-reason.ts";
import { judgeOurs, judgeTheirs } from "../../test/evidence/oasdiff/judge-pair.ts";
import { judgeReports } from "../../test/evidence/oasdiff/judge-reports.ts";
import { type JudgedPair, renderPage } from "../../test/evidence/oasdiff/render-page.ts";
import { renderReports } from "../../test/evidence/oasdiff/render-reports.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";

/** Compares the verdicts of `specwright diff` and oasdiff on the pairs of documents in oasdiff's tests, and on its closed reports. */
await main(async () => {
  const [checkout, binary] = process.argv.slice(2);
  if (checkout === undefined || binary === undefined || !existsSync(`${checkout}/data`)) {
    throw new Failure(
      "This needs a checkout of the repository oasdiff/oasdiff and its program (`go build` in the checkout).\nRun: node -C source scripts/evidence/oasdiff-pairs.ts <folder of the checkout> <program>",
    );
  }
  const judged: JudgedPair[] = [];
  for (const pair of findPairs(checkout)) {
    const ours = judgeOurs(checkout, pair);
    const theirs = await judgeTheirs(checkout, resolve(binary), pair);
    const reason = ours.verdict === theirs.verdict ? undefined : findReason(ours, theirs);
    judged.push({ pair, ours, theirs, ...(reason === undefined ? {} : { reason }) });
  }
  const version = execFileSync("git", ["-C", checkout, "log", "-1", "--format=commit %h"], {
    encoding: "utf8",
  }).trim();
  writeFileSync(resolveInRoot("docs/changes-beside-oasdiff.md"), renderPage(judged, version));
  await writeReports(resolve(binary), version);
  const same = judged.filter(({ ours, theirs }) => ours.verdict === theirs.verdict);
  const unknown = judged.filter(
    (each) => each.ours.verdict !== each.theirs.verdict && each.reason === undefined,
  );
  console.log(
    `${judged.length} pairs: ${same.length} with the same verdict, ${judged.length - same.length - unknown.length} with a reason, ${unknown.length} without.`,
  );
  for (const { pair, ours, theirs } of unknown) {
    console.log(
      `${pair.join(" → ")}\n  oasdiff: ${theirs.verdict} ${theirs.kinds}\n  ours:    ${ours.verdict} ${ours.kinds}`,
    );
  }
  if (unknown.length > 0) {
    process.exitCode = 1;
  }
});

async function writeReports(binary: string, version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "oasdiff-reports-"));
  try {
    const judged = await Promise.all(
      judgeReports(folder).map(async (each) => ({
        ...each,
        theirs: await judgeTheirs(folder, binary, each.files),
      })),
    );
    writeFileSync(
      resolveInRoot("docs/changes-beside-oasdiff-reports.md"),
      renderReports(judged, version),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
