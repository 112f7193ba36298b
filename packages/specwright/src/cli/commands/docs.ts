import { join } from "node:path";
import type { Command } from "commander";
import { type DocsResult, docs } from "../../commands/docs.ts";
import type { ConfiguredApi } from "../../commands/settings/configuration.ts";
import { sharedSettings } from "../../commands/settings/settings.ts";
import { docsTable, settingTable } from "../../commands/settings/table.ts";
import { pick } from "../../defined.ts";
import { addOutputCommand, type OutputFlags } from "../options/add-output-command.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags extends OutputFlags {
  readonly replace?: boolean;
}

const moreHelp = `
Examples:
  specwright docs openapi.yaml --out site
  specwright docs openapi.yaml --out site --versions
  specwright docs --check

Exit codes: 0 written, or up to date; 1 errors, or a reference that --check finds stale; 2 wrong usage.`;

/** Adds `specwright docs`. */
export function addDocs(program: Command, setCode: (code: number) => void): void {
  addOutputCommand<Flags, DocsResult>(program, setCode, {
    name: "docs",
    description: "Make the reference of a document as static files, rendered by redoc.",
    key: "docs",
    rows: { ...docsTable, ...pick(settingTable, ["out", ...sharedSettings]) },
    watchHelp: "write it again whenever the document or redocly.yaml changes",
    moreHelp,
    flags: {
      "--replace":
        "with --versions: write over a reference of the same version that describes another API",
    },
    arrange: withDocsSettings,
    run: (options, flags, session) => docs({ ...options, ...pick(flags, ["replace"]) }, session),
    describe: ({ folder }) => ({
      next: `Next: open ${showPath(join(folder, "index.html"))} in a browser, or put the folder on any host.\n`,
    }),
  });
}

/** An API with the output folder of its reference instead of that of its code, and the other members of `docs`. */
export function withDocsSettings({ out: _, ...api }: ConfiguredApi): ConfiguredApi {
  return { ...api, ...api.docs };
}
