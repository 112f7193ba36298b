import { lintDocument } from "../support/document.ts";
import { Failure } from "../support/failure.ts";
import { generateAll, isGeneratedStale } from "../support/generate.ts";
import { docsFolder } from "../support/paths.ts";
import { skipUnchanged } from "../support/unchanged.ts";

/** The code that makes generated files. */
const toolFiles = ["packages/patterns/src", "packages/specwright/src", "templates"];

/** The document, its rules, and the versions of the tools that read them. */
const documentFiles = [
  "spec",
  "redocly.yaml",
  ".redocly.lint-ignore.yaml",
  "package-lock.json",
  "scripts/redocly",
  "scripts/support",
];

/**
 * Lints the document, unless it has not changed since a lint without problems; @throws Failure as `lintDocument` does
 */
export function lintUnlessUnchanged(): Promise<string> {
  const work = { name: "start-lint", files: documentFiles };
  return skipUnchanged(work, () => lintDocument(), "unchanged since it was clean");
}

/**
 * Brings `generated/` up to date. It compares the files first and writes only if they differ. It does not write from a
 * document that fails the lint.
 *
 * @param linted the lint, which may still be running
 * @throws Failure of the lint or of the generation
 */
export async function generateWhatIsStale(linted: Promise<unknown>): Promise<string> {
  const generate = async (): Promise<string> => {
    const isStale = await isGeneratedStale().catch(async (error: unknown) => {
      // If the document is invalid, report the lint's messages, which explain more.
      await linted;
      throw error;
    });
    if (!isStale) {
      return "up to date";
    }
    await linted;
    return (await generateAll()).join(", ");
  };
  const outputs = ["types", "client", "validators", "server", "query"].map(
    (name) => `generated/${name}`,
  );
  const tool = [...toolFiles, "generated/.specwright.json"];
  const files = [...documentFiles, ...tool, ...outputs];
  return await skipUnchanged({ name: "start-generate", files }, generate, "unchanged");
}

/** Builds the reference, unless the existing one was built from the same files. */
export function buildReference(): Promise<string> {
  const work = {
    name: "start-reference",
    files: [...documentFiles, "scripts/docs", ...toolFiles, docsFolder],
  };
  const build = async (): Promise<string> => {
    // Imported here, because only this step needs the module, and the service starts first.
    const { buildDocs } = await import("../docs/build.ts");
    const built = await buildDocs();
    return `${built.operations} operations, ${built.errors} error codes`;
  };
  return skipUnchanged(work, build, "unchanged");
}

/** The port in `PORT`; @throws Failure when it is not a port */
export function readPortSetting(text: string | undefined): number {
  const port = Number(text ?? 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) {
    return port;
  }
  throw new Failure(
    `PORT is "${text}", which is not a port.\nGive a number from 1 to 65535, as in PORT=3001 npm start`,
  );
}
