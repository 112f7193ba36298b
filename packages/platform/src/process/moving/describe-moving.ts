import type { Outcome } from "../control/administer.ts";
import type { Imported } from "./import-projects.ts";
import type { ExportedUnit, Manifest, Unit } from "./manifest.ts";
import { countRows } from "./unit-files.ts";

/** The places that the next command needs. */
interface Places {
  readonly folder: string;
  readonly keyFile: string;
}

/** The outcome of an export, with what to do next. */
export function describeExport({ units }: Manifest, { folder, keyFile }: Places): Outcome {
  const { text, data } = sum(units);
  const lost = units.flatMap((each) => each.lost);
  const lines = [
    `Exported to ${folder}: ${text}.`,
    ...listLost(lost),
    `The key is in ${keyFile}. Keep it apart from the export: who has both can read every secret.`,
    "",
    "Next, with the DATABASE_URL and the PLATFORM_MASTER_KEYS of the target:",
    "",
    `platform import --from ${folder} --key-file ${keyFile}`,
    "",
    "Do not serve the source again: source and target would refresh the same tokens and send the same deliveries.",
  ];
  return { text: lines.join("\n"), data: { folder, key_file: keyFile, ...data, lost } };
}

/** The outcome of an import, with what to do next. */
export function describeImport({ imported, kept }: Imported, { folder, keyFile }: Places): Outcome {
  const { text, data } = sum(imported);
  const lost = imported.flatMap((each) => each.lost);
  const keptIds = kept.map(({ id }: Unit) => id);
  const lines = [
    `Imported from ${folder}: ${text}. Each row and each file was compared with the export.`,
    ...(keptIds.length === 0 ? [] : [`The target had these already: ${keptIds.join(", ")}.`]),
    ...listLost(lost),
    "",
    "Next, serve the target. Give it the PLATFORM_BASE_URL of the source if applications send webhooks there or users have links.",
    `Then remove ${folder} and ${keyFile}.`,
  ];
  return { text: lines.join("\n"), data: { ...data, kept: keptIds, lost } };
}

function sum(units: readonly ExportedUnit[]): Outcome {
  const count = (kind: Unit["kind"]): number =>
    units.filter(({ unit }) => unit.kind === kind).length;
  const data = {
    organizations: count("organization"),
    projects: units.flatMap(({ unit }) => (unit.kind === "project" ? unit.id : [])),
    rows: countRows(units),
    files: units.reduce((all, { files }) => all + files.count, 0),
    bytes: units.reduce((all, { files }) => all + files.bytes, 0),
  };
  const show = (number: number, one: string): string =>
    `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
  const text = `${show(data.projects.length, "project")} of ${show(data.organizations, "organization")}, ${show(data.rows, "row")}, ${show(data.files, "file")} of ${show(data.bytes, "byte")}`;
  return { text, data };
}

function listLost(lost: readonly string[]): readonly string[] {
  return lost.length === 0
    ? []
    : [
        `Files whose bytes the source does not have, so that their rows moved alone: ${lost.join(", ")}.`,
      ];
}
