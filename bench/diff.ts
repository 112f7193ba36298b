import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isObject } from "../packages/specwright/src/json-object.ts";
import { resolveInRoot } from "../scripts/support/paths.ts";
import { locateGithubDocument, workshop } from "./generation.ts";
import { measureProcess } from "./process.ts";
import type { Section } from "./report/report.ts";

/** Compares GitHub's document with a copy that has several hundred changes, in a process of the built package. */
export async function benchDiff(): Promise<Section> {
  const section = { title: "Comparing two versions", columns: ["Command", "Time", "Memory"] };
  const document = locateGithubDocument();
  if (document === undefined) {
    return { ...section, text: "GitHub's document is not on this machine.", rows: [] };
  }
  await mkdir(workshop, { recursive: true });
  const changed = `${workshop}/changed.json`;
  const value: unknown = JSON.parse(await readFile(document, "utf8"));
  changeSchemas(value, { count: 0 });
  await writeFile(changed, JSON.stringify(value));
  const bin = resolveInRoot("packages/specwright/bin/specwright.js");
  const { seconds, megabytes } = await measureProcess({ args: [bin, "diff", document, changed] });
  return {
    ...section,
    text: "`specwright diff` of GitHub's document and a copy in which every 40th object lost a property and every 70th object got a new one. Each run is a new process; the figures are medians of 5 runs.",
    rows: [["specwright diff", `${seconds.toFixed(2)} s`, `${megabytes.toFixed(0)} MB`]],
  };
}

/** Changes the properties of some objects. Every run changes the same ones. */
function changeSchemas(value: unknown, seen: { count: number }): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  if ("properties" in value && isObject(value.properties)) {
    // The value was parsed for this purpose, so it may be changed.
    const properties = value.properties as Record<string, unknown>;
    const [first] = Object.keys(properties);
    seen.count += 1;
    if (seen.count % 40 === 0 && first !== undefined) {
      delete properties[first];
    }
    if (seen.count % 70 === 0) {
      properties.another = { type: "string" };
    }
  }
  for (const member of Object.values(value)) {
    changeSchemas(member, seen);
  }
}
