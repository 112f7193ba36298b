import type { Operation } from "../../../document/model/model.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";

/** A sample of an operation, as `x-codeSamples` has it. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The samples of an operation: its own `x-codeSamples` first, then those in other languages. */
export function withOwnSamples(
  { extensions }: Operation,
  samples: readonly CodeSample[],
): readonly CodeSample[] {
  const operation = Object.fromEntries(extensions);
  const own = readOwnSamples(operation).filter(isSample);
  return [
    ...own.map(({ lang, label, source }) => ({
      lang: String(lang),
      label: typeof label === "string" ? label : String(lang),
      source: String(source),
    })),
    ...keepMissingSamples(operation, samples),
  ];
}

/** The document's own samples come first. A generated sample in the same language is left out. */
function readOwnSamples(operation: JsonObject): readonly unknown[] {
  const samples = operation["x-codeSamples"] ?? operation["x-code-samples"];
  return Array.isArray(samples) ? samples.filter(isSample) : [];
}

function isSample(value: unknown): value is JsonObject {
  return isObject(value) && typeof value.lang === "string" && typeof value.source === "string";
}

function keepMissingSamples(
  operation: JsonObject,
  samples: readonly CodeSample[],
): readonly CodeSample[] {
  const languages = readOwnSamples(operation)
    .filter(isSample)
    .map(({ lang }) => String(lang).toLowerCase());
  const isShell = languages.some((language) => ["shell", "bash", "curl", "sh"].includes(language));
  return samples.filter(
    ({ lang }) => !languages.includes(lang.toLowerCase()) && !(lang === "Shell" && isShell),
  );
}
