import { maximumYamlBytes } from "../text/limits.ts";
import type { ParsedText, TextProblem } from "../text/text-problem.ts";
import { readFullYaml } from "./full/read-full-yaml.ts";
import { createMemberPlaces, findPlace, type Places } from "./places.ts";
import { readSimpleYaml } from "./simple/read-simple-yaml.ts";

/**
 * Parses YAML 1.2 with merge keys. The simple reader reads nearly all documents. The `yaml` package reads the rest, and
 * also explains mistakes (ADR 40).
 *
 * @param bytes The text in UTF-8, if it is available. Then large texts are read faster.
 */
export function parseYaml(text: string, places?: Places, bytes?: Buffer): ParsedText {
  if (text.length > maximumYamlBytes) {
    return { problems: [describeTooLarge()] };
  }
  const value = readSimpleYaml(text, places, bytes);
  return value === undefined ? readFullYaml(text, places) : { value, isTree: true };
}

/** The offsets of values in a YAML text by JSON Pointer. Pointers that lead nowhere have no entry. */
export function locateInYaml(
  text: string,
  pointers: readonly string[],
): ReadonlyMap<string, number> {
  const places = createMemberPlaces(pointers);
  const parsed = parseYaml(text, places);
  const offsets = new Map<string, number>();
  if ("problems" in parsed) {
    return offsets;
  }
  for (const pointer of pointers) {
    const offset = findPlace(parsed.value, places, pointer);
    if (offset !== undefined) {
      offsets.set(pointer, offset);
    }
  }
  return offsets;
}

function describeTooLarge(): TextProblem {
  return {
    code: "file-too-large",
    message: `The YAML is larger than ${maximumYamlBytes / 1024 / 1024} MB.`,
    fix: "Convert it to JSON, which is read with far less memory, or split the document.",
  };
}
