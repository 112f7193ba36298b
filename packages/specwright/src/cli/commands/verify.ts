import { writeFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Settings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { type VerifyResult, verify } from "../../commands/verify.ts";
import { pick } from "../../defined.ts";
import { addSettings } from "../options/add-settings.ts";
import { readGiven } from "../read-given.ts";
import { printJson, reportDiagnostics, runReported } from "../report/report.ts";
import { renderHtml } from "../report/verification/render-html.ts";
import { renderJunit } from "../report/verification/render-junit.ts";
import { renderText } from "../report/verification/render-text.ts";

const formats = ["text", "json", "junit", "html"] as const;

interface Flags extends Pick<Settings, "allow" | "remotes"> {
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
      addPair,
    )
    .option("--header <name=value>", "a header of every request (repeatable)", addPair)
    .option(
      "--seed <number>",
      "the seed of the random requests; the same seed sends the same requests",
      readNumber,
      1,
    )
    .option("--cases <number>", "random requests for each operation", readNumber, 10)
    .option("--timeout <seconds>", "how long an answer may take", readNumber, 10)
    .option("--ignore <check>", "a check to leave out (repeatable)", addWord)
    .addOption(
      new Option("--format <format>", "the form of the report").choices(formats).default("text"),
    )
    .option("--output <file>", "write the report to a file");
  command.addHelpText("after", more);
  addSettings(command, pick(settingTable, ["allow", "remotes"])).action(
    async (document: string, url: string, flags: Flags, self: Command) => {
      if (!URL.canParse(url) || !/^https?:/.test(url)) {
        self.error(`error: ${url} is not an address. Pass one such as http://localhost:3000.`);
      }
      setCode(await runReported(flags.format === "json", () => run(document, url, flags)));
    },
  );
}

async function run(document: string, url: string, flags: Flags): Promise<number> {
  const { format, output, header = {}, ...options } = flags;
  const given = await readGiven(document);
  const result = await verify({ ...options, document, given, url, headers: header });
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

function addPair(
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) {
    throw new InvalidArgumentError("Write it as name=value.");
  }
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

function addWord(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError("Pass a whole number.");
  }
  return Number(text);
}
