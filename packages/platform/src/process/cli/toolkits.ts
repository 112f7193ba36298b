import { type Command, InvalidArgumentError } from "commander";
import { slugPattern } from "../../applications/toolkits/slug-pattern.ts";
import { readConfig } from "../config/read-config.ts";
import type { Outcome } from "../control/administer.ts";
import type { InitFlags } from "./init-toolkit.ts";
import { jsonFlag, runCommand, type SetCode, type SharedFlags } from "./run-command.ts";
import { besideService, runOnDatabase } from "./run-on-database.ts";

const listHelp = `
A line is a slug, the latest version, the number of tools, and a name. Toolkits of PLATFORM_TOOLKITS are included.
With --project, those that the project imported are listed too.
${besideService}

Examples:
  platform toolkits list
  platform toolkits list --project proj_kL2mN4pQ6rS8
  PLATFORM_TOOLKITS=./my-toolkits platform toolkits list --json`;

const checkHelp = `
A folder is checked together with the platform's own toolkits, as at a start with PLATFORM_TOOLKITS.

Examples:
  platform toolkits check
  platform toolkits check ./my-toolkits`;

const importHelp = `
The document may be OpenAPI 3.0 or 3.1, in JSON or YAML. Its operations become tools that only this project sees.
References to other files are refused. The report lists the operations that could not become tools, with the reason.
${besideService}

Examples:
  platform toolkits import crm.yaml --project proj_kL2mN4pQ6rS8
  platform toolkits import https://crm.example.com/openapi.json --project proj_kL2mN4pQ6rS8 --slug crm
  platform toolkits import crm.yaml --project proj_kL2mN4pQ6rS8 --slug crm --replace`;

const initHelp = `
The file has the x-platform-* fields that can be derived: slug, auth schemes, hints, and search phrases from summaries.
Edit and check the file, then start the platform with its folder.

Examples:
  platform toolkits init crm.yaml
  platform toolkits init https://crm.example.com/openapi.json --slug crm --out my-toolkits/crm.yaml`;

/** The option `--slug` of both commands. */
const slugFlag = [
  "--slug <slug>",
  "the toolkit's slug; that of the document or of its title unless given",
  parseSlug,
] as const;

const serverFlag = [
  "--server <url>",
  "the address of the application, in place of the document's servers",
  parseServer,
] as const;

function parseServer(text: string): string {
  if (!/^https?:\/\/[^{}\s?#@]+$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError("Write a whole address, as in https://crm.example.com/api.");
  }
  return text;
}

function parseSlug(text: string): string {
  if (!slugPattern.test(text)) {
    throw new InvalidArgumentError(
      "A slug has lower-case letters, digits, _ and -, and at most 64 of them, as in acme-crm.",
    );
  }
  return text;
}

/** The flags of `platform toolkits import`. */
interface ImportFlags extends SharedFlags {
  readonly project: string;
  readonly slug?: string | undefined;
  readonly server?: string | undefined;
  readonly replace?: boolean | undefined;
}

/** Adds `platform toolkits` with `list`, `check`, `import` and `init`. */
export function addToolkits(program: Command, setCode: SetCode): void {
  const toolkits = program.command("toolkits").description("List, check and import toolkits.");
  toolkits
    .command("list")
    .description("List the toolkits with their versions.")
    .option("--project <id>", "a project, whose own toolkits are listed too")
    .option(...jsonFlag)
    .addHelpText("after", listHelp)
    .action(async ({ project, ...flags }: SharedFlags & { readonly project?: string }) => {
      setCode(
        project === undefined
          ? await runCommand(flags, listInstallation)
          : await runOnDatabase("toolkits list", flags, async () => ({ project })),
      );
    });
  toolkits
    .command("check")
    .description("Check toolkit documents, and print a line for each problem.")
    .argument("[folder]", "a folder of documents; by default all documents that the service reads")
    .option(...jsonFlag)
    .addHelpText("after", checkHelp)
    .action(async (folder: string | undefined, flags: SharedFlags) => {
      const runToolkitCommand = async () => {
        const { checkToolkits } = await import("./check-toolkits.ts");
        return checkToolkits(folder, () => readConfig(process.env));
      };
      setCode(await runCommand(flags, runToolkitCommand));
    });
  toolkits
    .command("import")
    .description("Import an OpenAPI document as a toolkit of one project.")
    .argument("<document>", "a file, a URL, or - for standard input")
    .requiredOption("--project <id>", "the project that gets the toolkit")
    .option(...slugFlag)
    .option(...serverFlag)
    .option("--replace", "make a new version of a toolkit that the project already has")
    .option(...jsonFlag)
    .addHelpText("after", importHelp)
    .action(async (document: string, flags: ImportFlags) => {
      const { json, project, slug, server, replace = false } = flags;
      const prepare = async () => {
        const { deriveSlug, readSource } = await import("./read-source.ts");
        const source = await readSource(document);
        const toolkit = {
          document: source.text,
          slug: slug ?? deriveSlug(source),
          server,
          replace,
        };
        return { project, toolkit };
      };
      setCode(await runOnDatabase("toolkits import", { json }, prepare));
    });
  toolkits
    .command("init")
    .description("Write a toolkit document to edit, made from an OpenAPI document.")
    .argument("<document>", "a file, a URL, or - for standard input")
    .option(...slugFlag)
    .option(...serverFlag)
    .option("--out <file>", "the file to write; toolkits/<slug>.yaml unless given")
    .option(...jsonFlag)
    .addHelpText("after", initHelp)
    .action(async (document: string, flags: InitFlags & SharedFlags) => {
      const runToolkitCommand = async () => {
        const { initToolkit } = await import("./init-toolkit.ts");
        return await initToolkit(document, flags);
      };
      setCode(await runCommand(flags, runToolkitCommand));
    });
}

/** Lists the toolkits that every project sees. It needs no database. */
async function listInstallation(): Promise<Outcome> {
  const [{ describeCatalog }, { readInstallation }, { createJoinedCatalog }] = await Promise.all([
    import("../control/list-toolkits.ts"),
    import("../open-platform.ts"),
    import("../../applications/toolkits/catalog/joined-catalog.ts"),
  ]);
  return describeCatalog(createJoinedCatalog(await readInstallation(readConfig(process.env))));
}
