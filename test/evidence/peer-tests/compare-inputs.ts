import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { types } from "../../../packages/specwright/src/commands/types.ts";
import {
  compareTypes,
  compileEach,
  printPeerTypes,
  writePeerTypes,
} from "../../agreement/types/compare.ts";
import { readEnums, readExports, withSharedEnums } from "../../agreement/types/values.ts";
import type { RecordedInput } from "./recorder.ts";

/** How the types of an input compare. */
export interface Comparison {
  readonly input: RecordedInput;
  /**
   * `unsupported`: needs an option that no flag of a command has; `missing`: its document does not exist; `invalid`: neither
   * makes types of it; `refused`: only ours does not; `broken`: theirs does not compile, ours does; `accepted`: only ours
   * makes types of it.
   */
  readonly verdict:
    | "identical"
    | "different"
    | "unsupported"
    | "missing"
    | "invalid"
    | "refused"
    | "accepted"
    | "broken";
  /** The findings, for people. */
  readonly findings: readonly string[];
}

interface Written {
  readonly name: string;
  readonly input: RecordedInput;
  readonly findings: readonly string[];
}

/** Generates types from every input with both tools, and compares them with the compiler. */
export async function compareInputs(
  inputs: readonly RecordedInput[],
  folder: string,
): Promise<readonly Comparison[]> {
  mkdirSync(folder, { recursive: true });
  const done: Comparison[] = [];
  const written: Written[] = [];
  for (const [index, input] of inputs.entries()) {
    const result = await writeBoth(input, `input-${index}`, folder);
    if ("verdict" in result) {
      done.push(result);
    } else {
      written.push(result);
    }
  }
  return [...done, ...(await compareWritten(written, folder))];
}

async function writeBoth(
  input: RecordedInput,
  name: string,
  folder: string,
): Promise<Comparison | Written> {
  if (input.unsupported.length > 0) {
    return { input, verdict: "unsupported", findings: input.unsupported };
  }
  const document = writeInputDocument(input, name, folder);
  if (document === undefined) {
    return { input, verdict: "missing", findings: [] };
  }
  const theirs = await runTheirTypes(document, join(folder, `${name}-peer.ts`), input.options);
  const ours = runOurTypes(document, input.options);
  if (theirs.text === undefined || ours.text === undefined) {
    const verdict =
      theirs.text !== undefined ? "refused" : ours.text !== undefined ? "accepted" : "invalid";
    return { input, verdict, findings: [ours.error ?? theirs.error ?? ""] };
  }
  const findings = listDifferentValues(ours.text, theirs.text);
  const shared = withSharedEnums(ours.text, theirs.text, `${name}-enums`);
  writeFileSync(join(folder, `${name}-enums.d.ts`), shared.shared);
  writeFileSync(join(folder, `${name}-ours.d.ts`), shared.ours);
  writeFileSync(join(folder, `${name}-theirs.d.ts`), shared.theirs);
  return { name, input, findings };
}

/** The path of the document. If the test has the document in its code, it is written to a file. */
function writeInputDocument(
  input: RecordedInput,
  name: string,
  folder: string,
): string | undefined {
  const { document } = input;
  if (typeof document === "string" && !document.includes("\n")) {
    return existsSync(document) && basename(document) !== "" ? document : undefined;
  }
  const path = join(
    input.folder ?? folder,
    `${name}.${typeof document === "string" ? "yaml" : "json"}`,
  );
  writeFileSync(path, typeof document === "string" ? document : JSON.stringify(document));
  return path;
}

interface Made {
  readonly text?: string;
  readonly error?: string;
}

type Flags = RecordedInput["options"];

async function runTheirTypes(document: string, output: string, options: Flags): Promise<Made> {
  const flags = Object.entries(options).map(([name, value]) => {
    const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${flag}=${value}`;
  });
  const print = async (): Promise<string> => {
    if (options.dedupeEnums !== true) {
      return printPeerTypes(document, flags);
    }
    await writePeerTypes(document, output, flags);
    return readFileSync(output, "utf8");
  };
  return print().then(
    (text) => ({ text }),
    (error: unknown) => ({ error: String(error) }),
  );
}

function runOurTypes(document: string, options: Flags): Made {
  try {
    return { text: types({ document, folder: dirname(document), ...options }).text };
  } catch (error) {
    const list = (error as { diagnostics?: readonly { message: string }[] }).diagnostics;
    return { error: list?.map(({ message }) => message).join("\n") ?? String(error) };
  }
}

/** Enums of two files are never identical to the compiler, so their values are compared. */
function listDifferentValues(ours: string, theirs: string): readonly string[] {
  const [own, other] = [readEnums(ours), readEnums(theirs)];
  const enums = [...new Set([...own.keys(), ...other.keys()])];
  const different = enums.filter((name) => String(own.get(name)) !== String(other.get(name)));
  const [names, otherNames] = [readExports(ours), readExports(theirs)];
  return [
    ...different.map((name) => `enum ${name}: ${own.get(name)} / ${other.get(name)}`),
    ...names.filter((name) => !otherNames.includes(name)).map((name) => `only ours: ${name}`),
    ...otherNames.filter((name) => !names.includes(name)).map((name) => `only theirs: ${name}`),
  ];
}

async function compareWritten(
  written: readonly Written[],
  folder: string,
): Promise<readonly Comparison[]> {
  const sides = ["ours", "theirs"] as const;
  const files = written.flatMap(({ name }) => sides.map((side) => `${name}-${side}.d.ts`));
  const errors = await compileEach(folder, files);
  const listCompilerErrors = (name: string, side: (typeof sides)[number]): readonly string[] =>
    errors.get(`${name}-${side}.d.ts`) ?? [];
  const whole = written.filter(({ name }) =>
    sides.every((side) => listCompilerErrors(name, side).length === 0),
  );
  const messages = await compareTypes(
    folder,
    whole.map(({ name }) => [`${name}-ours`, `${name}-theirs`, listAliases(folder, name)] as const),
  );
  return written.map(({ input, name, findings }) => {
    const index = whole.findIndex((one) => one.name === name);
    if (index < 0) {
      const own = listCompilerErrors(name, "ours");
      const verdict = own.length === 0 ? "broken" : "different";
      return {
        input,
        verdict,
        findings: own.length === 0 ? listCompilerErrors(name, "theirs") : own,
      };
    }
    const all = [...findings, ...(messages[index] ?? [])];
    return { input, verdict: all.length === 0 ? "identical" : "different", findings: all };
  });
}

/** Lists the declarations that `--root-types` and `--enum-values` add, so that they are compared too. */
function listAliases(folder: string, name: string): readonly string[] {
  const text = readFileSync(join(folder, `${name}-theirs.d.ts`), "utf8");
  const known = /^(paths|webhooks|components|operations|\$defs|\$Read|\$Write|Readable|Writable)$/;
  const aliases = [...text.matchAll(/^export type ([\w$]+) =/gm)].map(([, alias = ""]) => alias);
  return [
    "typeof @",
    ...aliases.filter((alias) => !known.test(alias)).map((alias) => `@.${alias}`),
  ];
}
