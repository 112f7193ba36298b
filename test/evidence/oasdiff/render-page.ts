import type { FilePair } from "./find-pairs.ts";
import type { Judgement } from "./judge-pair.ts";

/** A pair with both verdicts; `reason` is set where they differ. */
export interface JudgedPair {
  readonly pair: FilePair;
  readonly ours: Judgement;
  readonly theirs: Judgement;
  readonly reason?: string;
}

/** The page `docs/changes-beside-oasdiff.md`. */
export function renderPage(judged: readonly JudgedPair[], version: string): string {
  const same = judged.filter(({ ours, theirs }) => ours.verdict === theirs.verdict);
  const rows = judged.map(
    ({ pair, ours, theirs, reason }) =>
      `| ${namePair(pair)} | ${show(theirs)} | ${show(ours)} | ${reason ?? ""} |`,
  );
  return `# Verdicts beside oasdiff

oasdiff (${version}) has ${judged.length} pairs of documents in its tests. The table has its verdict on each, that of
\`specwright diff\` for callers, and the reason where they differ: ${same.length} are the same. An error of oasdiff is *breaks*, a warning
is *may break*, and everything else *works*. oasdiff gives no verdict about client code that is compiled.

\`node -C source scripts/evidence/oasdiff-pairs.ts <checkout> <binary>\` writes this page, and fails for a pair whose difference has no
reason in \`test/evidence/oasdiff/find-reason.ts\`.

| Pair | oasdiff | specwright | Reason |
|---|---|---|---|
${rows.join("\n")}
`;
}

/** The old file, and the new one unless its name follows from the old one's. */
function namePair([before, after]: FilePair): string {
  const names = [before, after].map((path) => path.replace(/^data\//, ""));
  const folder = `${names[0]?.split("/").slice(0, -1).join("/")}/`;
  const second = names[1]?.startsWith(folder) ? names[1].slice(folder.length) : names[1];
  return `\`${names[0]}\` → \`${second}\``;
}

function show({ verdict, kinds }: Judgement): string {
  const shown = kinds.slice(0, 2).map((kind) => `\`${kind}\``);
  const rest = kinds.length - shown.length;
  const list = [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  return verdict === "works" || list === "" ? verdict : `${verdict}: ${list}`;
}
