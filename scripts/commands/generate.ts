import { spawn } from "node:child_process";
import { writeChangesPage } from "../docs/changes-page.ts";
import { staleErrorSlugs, writeErrorSlugs } from "../support/error-slugs.ts";
import { resolveInRoot, root } from "../support/paths.ts";

// Generates our document's code by specwright from its source, with the settings of redocly.yaml. `-- --check` does not
// write files.
const bin = resolveInRoot("packages/specwright/bin/specwright.js");
const child = spawn(
  process.execPath,
  ["--conditions=source", bin, "generate", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
  },
);
child.once("close", (code) => {
  process.exitCode = code ?? 1;
  const check = process.argv.includes("--check");
  if (code === 0 && !writeErrorSlugs({ check }) && check) {
    console.error(staleErrorSlugs);
    process.exitCode = 1;
  }
  if (code === 0 && !writeChangesPage({ check }) && check) {
    console.error("docs/changes.md is not up to date. Run `npm run generate`.");
    process.exitCode = 1;
  }
});
