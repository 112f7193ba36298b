import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { checkPackageSettings, type PackageSettings } from "../commands/package-settings.ts";
import { isRemoteUri } from "../read/remotes.ts";
import { similarFile } from "../read/similar-file.ts";

/** Parses `a,b` and repeated options into one list. */
export function list(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(",").filter((item) => item !== "")];
}

/** Options that name a copy of a document of the network, the same for every command that reads one. */
export const remotesOption: [
  flags: string,
  description: string,
  parse: (value: string, previous?: Readonly<Record<string, string>>) => Record<string, string>,
] = ["--remotes <url=folder>", "a folder or file to read instead of a URL; repeatable", remotes];

function remotes(
  value: string,
  previous: Readonly<Record<string, string>> = {},
): Record<string, string> {
  // Queries of URLs hold the sign more often than names of folders.
  const end = value.lastIndexOf("=");
  const uri = value.slice(0, Math.max(end, 0));
  if (!isRemoteUri(uri) || end === value.length - 1) {
    throw new InvalidArgumentError("Write a URL and a folder: https://example.com/=./vendored.");
  }
  return { ...previous, [uri]: value.slice(end + 1) };
}

/** Whether types require properties with a default, in the spelling that `normalizeTypesArguments` gives it. */
export const defaultNonNullableOption: [
  flags: string,
  description: string,
  parse: (value: string) => boolean,
] = [
  "--default-non-nullable [boolean]",
  "`false` keeps properties with a default optional",
  (value) => value !== "false",
];

/** Settings that make packages of the output, as the configuration has them. */
export const packageOption: [
  flags: string,
  description: string,
  parse: (value: string) => PackageSettings,
] = ["--package <settings>", "as JSON: what makes each target a publishable package", packages];

function packages(value: string): PackageSettings {
  const settings = parseJson(value);
  const [problem] = checkPackageSettings(settings);
  if (problem !== undefined) {
    throw new InvalidArgumentError(`${problem.message} ${problem.fix}`);
  }
  // Checked just now.
  return settings as PackageSettings;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError(`Write JSON: '{"scope":"@acme","name":"notes"}'.`);
  }
}

/** Ends a command that was given nothing to work on: wrong usage. */
export function nothingToDo(command: Command, extension: string, setting: string): never {
  return command.error(
    `error: no document is given, and no API of redocly.yaml has \`${setting}\` in \`${extension}\`. Name a document, as in: specwright ${command.name()} openapi.yaml`,
  );
}

/**
 * Ends a command whose document is neither there nor an API's name: wrong usage.
 *
 * @param apis The names of the APIs of redocly.yaml.
 */
export function noSuchDocument(command: Command, document: string, apis: readonly string[]): never {
  const similar = similarFile(resolve(document), document, apis).trimEnd();
  return command.error(
    `error: there is no file ${document}, and redocly.yaml has no API of that name.${similar === "" ? "" : ` ${similar}`}`,
  );
}
