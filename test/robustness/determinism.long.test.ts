import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect } from "../../scripts/support/collect.ts";
import { makeRemovedFolder, readFolder } from "./output-folder.ts";

/** Environments of processes. They must not affect the output. */
const surroundings = [
  { zone: "UTC", locale: "C", mask: "022", isReversed: false },
  { zone: "Asia/Tokyo", locale: "tr_TR.UTF-8", mask: "077", isReversed: true },
  { zone: "America/St_Johns", locale: "de_DE.UTF-8", mask: "002", isReversed: false },
  { zone: "Pacific/Apia", locale: "ar_EG.UTF-8", mask: "027", isReversed: true },
  { zone: "Asia/Kathmandu", locale: "th_TH.UTF-8", mask: "022", isReversed: true },
] as const;

/** Makes a project with the document. Its name contains letters that some locales change. */
function createProject(name: string): string {
  const folder = makeRemovedFolder();
  const project = join(folder, name);
  mkdirSync(join(project, "sub"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "../injection/features.yaml"), join(project, "api.yaml"));
  return project;
}

/**
 * Generates in four projects, each time from another working folder. Returns a hash of all names and bytes of each
 * output.
 */
async function collectOutputs({ zone, locale, mask, isReversed }: (typeof surroundings)[number]) {
  const projects = ["a", "İstanbul ıI ß", "a/deep er", "A"].map(createProject);
  const given = { ...process.env, TZ: zone, LC_ALL: locale, LANG: locale };
  const variables = Object.entries(given);
  const program = join(import.meta.dirname, "programs/generate-in-folders.ts");
  const words = [process.execPath, "-C", "source", program, ...projects];
  const child = spawn("sh", ["-c", `umask ${mask}; exec "$@"`, "sh", ...words], {
    env: Object.fromEntries(isReversed ? variables.reverse() : variables),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, stderr } = await collect(child);
  expect(code, stderr).toBe(0);
  return projects.map((project) =>
    createHash("sha256")
      .update(JSON.stringify(["out", "site"].map((out) => readFolder(join(project, out)))))
      .digest("hex"),
  );
}

test("20 runs, of generate and of docs, in other folders, time zones, locales and environments give the same bytes", {
  timeout: 120_000,
}, async () => {
  const outputs: string[] = [];
  for (const each of surroundings) {
    outputs.push(...(await collectOutputs(each)));
  }
  expect(outputs).toHaveLength(20);
  expect(new Set(outputs).size).toBe(1);
});
