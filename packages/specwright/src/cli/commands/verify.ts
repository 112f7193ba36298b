import { writeFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Settings, sentSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { type VerifyResult, verify } from "../../commands/verify.ts";
import { pick } from "../../defined.ts";
import { addSettings } from "../options/add-settings.ts";
import { collectPair, collectWord } from "../options/repeatable.ts";
import {
  addWorkflowFlags,
  readWorkflowFlags,
  type WorkflowFlags,
} from "../options/workflow-flags.ts";
import { readGiven } from "../read-given.ts";
import { printJson, reportDiagnostics, runReported } from "../report/report.ts";
import { renderHtml } from "../report/verification/render-html.ts";
import { renderJunit } from "../report/verification/render-junit.ts";
import { renderText } from "../report/verification/render-text.ts";

const formats = ["text", "json", "junit", "html"] as const;

interface Flags extends Pick<Settings, (typeof sentSettings)[number]>, WorkflowFlags {
  readonly format: (typeof formats)[number];
  readonly output?: string;
  readonly auth?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly ignore?: readonly string[];
  readonly seed: number;
  readonly cases: number;
  readonly timeout: number;
}

/** The end of the command's help. */
const more = `
Examples:
  specwright verify openapi.yaml http://localhost:3000
  specwright verify openapi.yaml http://localhost:3000/v1 --auth ApiKey=secret --format junit --output verify.xml
  specwright verify openapi.yaml http://localhost:3000 --workflows shop.arazzo.yaml --only-workflows

Use a test server: verify creates, changes and deletes resources.
Exit codes: 0 the server agrees with the document; 1 findings, errors in the document, or no server; 2 wrong usage.`;

/** Adds `specwright verify`. */
export function addVerify(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("verify")
    .description(
      "Send valid and invalid requests to a running server, and check every answer against the document.",
    )
    .argument("<document>", "a file, a URL, or - for standard input")
    .argument("<url>", "the address in front of the document's paths")
    .option(
      "--auth <scheme=secret>",
      "by the name of a security scheme: a key, a token, or user:password (repeatable)",
      collectPair,
    )
    .option("--header <name=value>", "a header of every request (repeatable)", collectPair)
    .option(
      "--seed <number>",
      "the seed of the random requests; the same seed sends the same requests",
      readNumber,
      1,
    )
    .option("--cases <number>", "random requests for each operation", readNumber, 10)
    .option("--timeout <seconds>", "how long an answer may take", readNumber, 10)
    .option("--ignore <check>", "a check to leave out (repeatable)", collectWord)
    .addOption(
      new Option("--format <format>", "the form of the report").choices(formats).default("text"),
    )
    .option("--output <file>", "write the report to a file");
  addWorkflowFlags(command).addHelpText("after", more);
  addSettings(command, pick(settingTable, sentSettings)).action(
    async (document: string, url: string, flags: Flags, self: Command) => {
      if (!URL.canParse(url) || !/^https?:/.test(url)) {
        self.error(`error: ${url} is not an address. Pass one such as http://localhost:3000.`);
      }
      setCode(
        await runReported(
          flags.format === "json",
          () => run(document, url, flags, self),
          () => ({ sentence: "Nothing was verified." }),
        ),
      );
    },
  );
}

async function run(document: string, url: string, flags: Flags, command: Command): Promise<number> {
  const { format, output, header = {}, workflows: _, ...options } = flags;
  const workflows = readWorkflowFlags(flags, command);
  const given = await readGiven(document);
  const result = await verify({
    ...{ ...options, document, given, url, headers: header },
    ...(workflows && { workflows }),
  });
  const isAgreed = result.findings.length === 0;
  if (format !== "json") {
    reportDiagnostics(result.diagnostics);
  }
  if (format === "json" && output === undefined) {
    printJson({ ok: isAgreed, ...result });
    return isAgreed ? 0 : 1;
  }
  const text = render({ ok: isAgreed, ...result }, url, format);
  if (output === undefined) {
    process.stdout.write(text);
  } else {
    writeFileSync(output, text);
    process.stdout.write(
      `${renderText(result).trimEnd().split("\n").at(-1)} ${output} has the report.\n`,
    );
  }
  return isAgreed ? 0 : 1;
}

function render(
  result: VerifyResult & { readonly ok: boolean },
  url: string,
  format: Flags["format"],
): string {
  switch (format) {
    case "text":
      return renderText(result);
    case "json":
      return `${JSON.stringify(result, undefined, 2)}\n`;
    case "junit":
      return renderJunit(result);
    case "html":
      return renderHtml(result, url);
    default:
      return format satisfies never;
  }
}

function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError("Pass a whole number.");
  }
  return Number(text);
}
