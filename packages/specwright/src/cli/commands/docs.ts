import { join } from "node:path";
import type { Command } from "commander";
import { type DocsResult, docs } from "../../commands/docs.ts";
import type { ConfiguredApi } from "../../commands/settings/configuration.ts";
import { InvalidValue, type Setting } from "../../commands/settings/kinds.ts";
import { sharedSettings } from "../../commands/settings/settings.ts";
import { docsTable, settingTable } from "../../commands/settings/table.ts";
import { pick } from "../../defined.ts";
import { createDiagnosticError } from "../../diagnostic.ts";
import { addOutputCommand, type OutputFlags } from "../options/add-output-command.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags extends OutputFlags {
  readonly replace?: boolean;
  readonly port?: number;
}

const moreHelp = `
Examples:
  specwright docs openapi.yaml --out site
  specwright docs openapi.yaml --out site --versions
  specwright docs openapi.yaml --out site --watch
  specwright docs --check

Exit codes: 0 written, or up to date; 1 errors, or a reference that --check finds stale; 2 wrong usage.`;

/** Adds `specwright docs`. */
export function addDocs(program: Command, setCode: (code: number) => void): void {
  addOutputCommand<Flags, DocsResult>(program, setCode, {
    name: "docs",
    description: "Make the reference of a document as static pages.",
    key: "docs",
    rows: { ...docsTable, ...pick(settingTable, ["out", ...sharedSettings]), port },
    watchHelp:
      "serve it on this machine; whenever the document, a guide, a template or redocly.yaml changes, write it again and reload the browser",
    moreHelp,
    flags: {
      "--replace":
        "with --versions: write over a reference of the same version that describes another API",
    },
    arrange: withDocsSettings,
    run: (options, flags, session) => {
      if (flags.port !== undefined && session === undefined) {
        throw createDiagnosticError({
          code: "port-not-available",
          message: "`--port` is the port of the server of `--watch`, which is missing.",
          fix: "Add `--watch`, or leave out `--port`.",
        });
      }
      return docs({ ...options, ...pick(flags, ["replace"]) }, session);
    },
    serve: async (find, flags) => {
      const { serveFolder } = await import("../../commands/serving/serve-folder.ts");
      const { url, reload } = await serveFolder(find, flags.port);
      process.stdout.write(`Serving ${showPath(find())} at ${url}\n`);
      return reload;
    },
    describe: ({ folder }) => ({
      next: `Next: open ${showPath(join(folder, "index.html"))} in a browser, or put the folder on any host.\n`,
    }),
  });
}

/** The port of the server that `--watch` starts. It is a flag only, because it belongs to one run. */
const port: Setting<number> = {
  check: () => [],
  placeholder: "<number>",
  help: "with --watch: the port of the server; 4400 by default, if it is free",
  parse: (text) => {
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
      throw new InvalidValue("Write a number from 0 to 65535. 0 stands for any free port.");
    }
    return Number(text);
  },
};

/** An API with the output folder of its reference instead of that of its code, and the other members of `docs`. */
export function withDocsSettings({ out: _, ...api }: ConfiguredApi): ConfiguredApi {
  return { ...api, ...api.docs };
}
