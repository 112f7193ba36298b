import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildToolkit } from "../build/build-toolkit.ts";
import { type LoadedToolkits, loadToolkits } from "../load-toolkits.ts";

/** Loads toolkit documents from texts, through files like any other document. */
export function loadTexts(...texts: readonly string[]): LoadedToolkits {
  const folder = mkdtempSync(join(tmpdir(), "platform-toolkits-"));
  try {
    texts.forEach((text, index) => {
      writeFileSync(join(folder, `${index}.yaml`), text);
    });
    const loaded = loadToolkits([folder]);
    // Reads the problems now: their places are looked up in the files, which are deleted afterwards.
    return { documents: loaded.documents, problems: [...loaded.problems] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A toolkit with all of its tools. */
export type BuiltToolkit = Omit<ReturnType<typeof buildToolkit>, "problems">;

/** Builds the toolkit of a document's text, which must not have problems. */
export function buildText(text: string): BuiltToolkit {
  const { documents, problems } = loadTexts(text);
  const [document] = documents;
  if (problems.length > 0 || document === undefined) {
    throw new Error(problems.map(({ message, line }) => `${line}: ${message}`).join("\n"));
  }
  return buildToolkit(document, {
    baseUrl: "https://platform.example.com",
    managedModes: [],
    versions: [document.version],
    listVersionsOfTool: () => [document.version],
  });
}
