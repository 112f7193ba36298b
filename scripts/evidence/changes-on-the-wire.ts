import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { createSide } from "../../test/evidence/wire/create-side.ts";
import { findRefusal } from "../../test/evidence/wire/find-refusal.ts";
import {
  findReason,
  isSame,
  renderWire,
  type WireRow,
} from "../../test/evidence/wire/render-wire.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";

/** For each kind of change, compares the verdict on callers with the outcome of calls between both documents. */
await main(async () => {
  mkdirSync(resolveInRoot(".cache"), { recursive: true });
  const folder = mkdtempSync(resolveInRoot(".cache/wire-"));
  const rows: WireRow[] = [];
  try {
    for (const [kind, [before, after]] of pairs) {
      const old = await createSide(before, join(folder, `${kind}-old`));
      const fresh = await createSide(after, join(folder, `${kind}-new`));
      // The new client and the old router are the change in the other direction.
      for (const [client, router, way] of [
        [old, fresh, "old client, new router"],
        [fresh, old, "new client, old router"],
      ] as const) {
        const changes = compareModels(client.model, router.model);
        const worst = (["breaks", "may break", "works"] as const).find((verdict) =>
          changes.some(({ verdicts }) => verdicts.callers === verdict),
        );
        const kinds = changes.map((change) => change.kind);
        const refusal = await findRefusal(client, router);
        rows.push({ kind, way, kinds, verdict: worst ?? "works", refusal });
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(resolveInRoot("docs/changes-on-the-wire.md"), renderWire(rows));
  const open = rows.filter((row) => !isSame(row) && findReason(row) === undefined);
  for (const { way, kinds, verdict, refusal } of open) {
    console.log(
      `${kinds.join(", ")} (${way}): the table says ${verdict}, the wire ${refusal ?? "nothing"}`,
    );
  }
  if (open.length > 0) {
    throw new Failure(
      `${open.length} of ${rows.length} verdicts differ from the wire without a reason.`,
    );
  }
});
