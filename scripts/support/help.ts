import { readFile } from "node:fs/promises";
import { resolveInRoot } from "./paths.ts";

/** The help of a command: its row in the table of CONTRIBUTING.md, which describes all of them. */
export async function describeCommand(name: string): Promise<string> {
  const script = name.replace(/^(lint|test)-/, "$1:");
  const words = script === "start" || script === "test" ? `npm ${script}` : `npm run ${script}`;
  const page = await readFile(resolveInRoot("CONTRIBUTING.md"), "utf8");
  const [, row] = page.split(`\n| \`${words}\` | `);
  const description = row?.split(" |\n")[0];
  return description === undefined
    ? "CONTRIBUTING.md describes the commands."
    : `${words} ${description}\n\nCONTRIBUTING.md describes the other commands too.`;
}
