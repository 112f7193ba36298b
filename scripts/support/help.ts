import { readFile } from "node:fs/promises";
import { resolveInRoot } from "./paths.ts";

/** The help of a command: its row in the README's table, which describes all of them. */
export async function describeCommand(name: string): Promise<string> {
  const script = name.replace("lint-spec", "lint:spec");
  const words = script === "start" || script === "test" ? `npm ${script}` : `npm run ${script}`;
  const readme = await readFile(resolveInRoot("README.md"), "utf8");
  const [, row] = readme.split(`\n| \`${words}\` | `);
  const description = row?.split(" |\n")[0];
  return description === undefined
    ? "README.md describes the commands."
    : `${words} ${description}\n\nREADME.md describes the other commands too.`;
}
