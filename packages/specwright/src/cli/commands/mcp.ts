import { type Command, InvalidArgumentError } from "commander";
import { type McpOptions, serveMcp } from "../../commands/serving/serve-mcp.ts";
import { sentSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { pick } from "../../defined.ts";
import { addSettings } from "../options/add-settings.ts";
import { readGiven } from "../read-given.ts";
import { reportDiagnostics, runReported } from "../report/report.ts";

type Flags = Omit<McpOptions, "document" | "given" | "folder" | "onDiagnostics" | "environment">;

/** The end of the command's help. */
const more = `
Examples:
  specwright mcp openapi.yaml --list
  specwright mcp https://api.example.com/openapi.json --tags pets --write
  specwright mcp openapi.yaml --server http://localhost:3000 --http 8080
  specwright mcp openapi.yaml --print-config

Only operations that change nothing are tools, unless --write is given. Credentials come from the
environment: --print-config names the variables.
Exit codes: 0 the client has ended, or printed; 1 errors, or nothing to serve with; 2 wrong usage.`;

/** Adds `specwright mcp`. */
export function addMcp(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("mcp")
    .description(
      "Serve a document's operations to language models as tools (Model Context Protocol).",
    )
    .argument("<document>", "a file or a URL")
    .option("--tags <names>", "only operations with these tags (with commas)", splitNames)
    .option("--operations <names>", "only these operations (with commas)", splitNames)
    .option("--name <name>", "the API's name in variables, such as museum for MUSEUM_API_KEY")
    .option("--write", "also offer the operations that change something")
    .option("--server <url>", "the address of the service; that of the document by default")
    .option("--http <port>", "serve over HTTP on this machine, not over standard input", readPort)
    .option("--list", "print the tools as a table, and end")
    .option("--json", "print the tools as JSON, and end")
    .option("--print-config", "print what to paste into Claude, Cursor and VS Code, and end");
  command.addHelpText("after", more);
  addSettings(command, pick(settingTable, sentSettings)).action(
    async (document: string, flags: Flags, self: Command) => {
      if (flags.server !== undefined && !/^https?:/.test(flags.server)) {
        self.error(
          `error: ${flags.server} is not an address. Pass one such as http://localhost:3000.`,
        );
      }
      const printsOnly = flags.list ?? flags.json ?? flags.printConfig ?? false;
      if (document === "-" && !printsOnly && flags.http === undefined) {
        self.error(
          "error: the client of the protocol writes to standard input, so the document cannot come from there. Pass a file or a URL, or --http <port>.",
        );
      }
      setCode(
        await runReported(
          flags.json === true,
          () => run(document, flags),
          () => ({ sentence: "Nothing was served." }),
        ),
      );
    },
  );
}

async function run(document: string, flags: Flags): Promise<number> {
  const given = await readGiven(document);
  const onDiagnostics = flags.json === true ? undefined : reportDiagnostics;
  await serveMcp({ ...flags, document, given, ...(onDiagnostics && { onDiagnostics }) });
  return 0;
}

function splitNames(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim());
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("Pass a port from 0 to 65535.");
  }
  return port;
}
