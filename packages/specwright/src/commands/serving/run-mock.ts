import { parseArgs } from "node:util";
import { dropUndefined, pick } from "../../defined.ts";
import { createDiagnosticError, type DiagnosticError } from "../../diagnostic.ts";
import { startTool, type Tool } from "../packages/run-tool.ts";
import { readConfiguration } from "../settings/configuration.ts";
import { findApi } from "../settings/find-api.ts";
import { type ReadSettings, readSettings, type Settings } from "../settings/settings.ts";
import { copyForMock, type MockCopy } from "./copy-for-mock.ts";
import { waitForPort } from "./wait-for-port.ts";

/** How to run Prism. */
interface MockOptions extends Pick<Settings, "input"> {
  readonly tool: Tool;
  /** The arguments of the program `prism`, which begin with `mock`. */
  readonly args: readonly string[];
  readonly folder: string;
  /** How long it may take until it listens. */
  readonly seconds: number;
}

/**
 * Runs Prism. It replaces every reference of the document by its target before it listens, which does not end when many
 * references form circles: such a document gets a copy without them. When Prism does not listen in time, it is ended.
 *
 * @returns the exit code of Prism
 * @throws DiagnosticError when Prism is not installed, or does not listen in time
 */
export async function runMock({
  tool,
  args,
  folder,
  seconds,
  input,
}: MockOptions): Promise<number> {
  const { document, host, port } = readPrismArguments(args);
  // Without a document, it prints its help.
  const copy =
    document === undefined
      ? undefined
      : await copyForMock(document.value, folder, {
          ...findReadSettings(document.value, folder),
          ...dropUndefined({ input }),
        });
  try {
    if (copy !== undefined && copy.cut > 0) {
      process.stderr.write(describeCopy(copy));
    }
    const words = args.map(
      (word, index) => (index === document?.index ? copy?.path : word) ?? word,
    );
    const prism = startTool(tool, words, folder);
    // The port 0 stands for one that only Prism knows.
    if (document !== undefined && port !== 0) {
      const isLate = await waitForPort({ host, port }, seconds * 1000, prism.ended);
      if (isLate) {
        prism.kill();
        await prism.ended;
        throw createLateError(seconds, copy);
      }
    }
    return await prism.ended;
  } finally {
    copy?.remove();
  }
}

/** The settings of a document in redocly.yaml that decide how it is read. */
function findReadSettings(document: string, folder: string): ReadSettings {
  const api = findApi(readConfiguration(folder), document, folder);
  return api === undefined ? {} : pick(api, readSettings);
}

/** Prism's options that take a value. */
const options = {
  port: { type: "string", short: "p", default: "4010" },
  host: { type: "string", short: "h", default: "127.0.0.1" },
  verboseLevel: { type: "string", short: "v" },
  seed: { type: "string" },
} as const;

interface PrismArguments {
  /** The word that is the document, and its place among the arguments. */
  readonly document: { readonly index: number; readonly value: string } | undefined;
  readonly host: string;
  readonly port: number;
}

function readPrismArguments(args: readonly string[]): PrismArguments {
  const { tokens, values } = parseArgs({
    ...{ args: [...args], options, strict: false, tokens: true, allowPositionals: true },
  });
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token] : []));
  return {
    // The first word is the command. Switches may have a value, as in `--cors false`.
    document: words.slice(1).find(({ value }) => !/^(?:true|false|-)$/.test(value)),
    host: String(values.host),
    port: Number(values.port),
  };
}

function describeCopy({ cut }: MockCopy): string {
  const references = cut === 1 ? "1 reference ends" : `${cut} references end`;
  return `The references of the document form circles or repeat too much for Prism, so it gets a copy, in which ${references} early.
Examples are less deep there. Run the command again after a change of the document.

`;
}

function createLateError(seconds: number, copy: MockCopy | undefined): DiagnosticError {
  return createDiagnosticError({
    code: "mock-not-listening",
    message: `Prism does not listen after ${seconds} seconds, so it was ended. It replaces every reference of the document by its target first${copy === undefined ? "" : `; that makes ${copy.size} parts here`}.`,
    fix: `Wait longer with \`--start-limit ${seconds * 5}\`, or pass a document with fewer operations.`,
  });
}
