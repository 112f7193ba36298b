import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { judgeAdvisories } from "../dependencies/judge-advisories.ts";
import { listLockedPackages } from "../dependencies/list-packages.ts";
import { renderLicenses } from "../dependencies/render-licenses.ts";
import { collect } from "../support/collect.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot, root } from "../support/paths.ts";

// Looks at the dependencies of production: their licences, and the advisories that the registry knows.
await main(async () => {
  const { page, refused } = renderLicenses();
  if (refused.length > 0) {
    throw new Failure(
      `These packages have licences that are not allowed:\n${refused.join("\n")}
Use other packages, or add the licence to scripts/dependencies/render-licenses.ts.`,
    );
  }
  if (process.argv.includes("--write")) {
    writeFileSync(resolveInRoot("docs/licenses.md"), page);
  }
  console.log("Every licence is allowed.");
  const words = ["audit", "--omit=dev", "--json", "--fetch-retries=1", "--fetch-timeout=20000"];
  const { stdout } = await collect(
    spawn("npm", words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] }),
  );
  const judged = judgeAdvisories(stdout);
  const production = listLockedPackages().filter(({ dev }) => dev !== true);
  switch (judged.kind) {
    case "serious":
      throw new Failure(
        `Advisories of high or critical severity concern these packages:\n${judged.packages.join("\n")}
Install a version without them, or another package.`,
      );
    case "unknown":
      console.log(
        `SKIPPED: advisories could not be read: ${judged.reason}.
Not checked: whether any of the ${production.length} packages that production needs (those without "dev" in package-lock.json) has a known advisory.
Run it where the registry answers POST /-/npm/v1/security/advisories/bulk: npm_config_registry names one.`,
      );
      break;
    case "fine":
      console.log("No advisory of high or critical severity.");
      break;
    default:
      judged satisfies never;
  }
});
