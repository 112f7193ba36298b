import type { Diagnostic } from "../diagnostic.ts";
import { printableLine } from "./render-diagnostic.ts";

/** Places that are named; `--json` has them all. */
const maximumPlaces = 3;

/** Kinds that are listed. */
const maximumKinds = 20;

/**
 * The losses for people, a line a kind: how often, what, and the first places; nothing without any. Places have no lines,
 * which would take a scan of the document.
 */
export function renderLosses(losses: readonly Diagnostic[]): string {
  const kinds = new Map<string, Diagnostic[]>();
  for (const loss of losses) {
    const key = `${loss.code} ${loss.message}`;
    const same = kinds.get(key);
    if (same === undefined) {
      kinds.set(key, [loss]);
    } else {
      same.push(loss);
    }
  }
  if (kinds.size === 0) {
    return "";
  }
  const width = Math.max(...[...kinds.values()].map((kind) => String(kind.length).length));
  const lines = [...kinds.values()].slice(0, maximumKinds).map((kind) => lineOf(kind, width));
  const more = kinds.size - lines.length;
  return (
    "What the document says and the output does not hold (--json lists every place):\n" +
    `${lines.join("")}${more > 0 ? `  … and ${more} more kinds\n` : ""}`
  );
}

function lineOf(kind: readonly Diagnostic[], width: number): string {
  const places = kind.slice(0, maximumPlaces).map(({ file, pointer }) => `${file}#${pointer}`);
  const more = kind.length > maximumPlaces ? ", …" : "";
  const text = `${kind[0]?.message} ${places.join(", ")}${more}`;
  return `  ${String(kind.length).padStart(width)} × ${printableLine(text)}\n`;
}
