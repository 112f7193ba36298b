import { findNeed } from "../../test/support/needs.ts";
import type { Section } from "../report/report.ts";
import { type ImportedUseCases, importedUseCases } from "./imported-use-cases.ts";
import { shareWithin } from "./score.ts";
import { searchImports } from "./score-imports.ts";
import { tunedImports } from "./tuned-imports.ts";

/** Searches the tools of documents of others, which have no phrases. Misses are not shown. */
export async function benchSearchImports(): Promise<Section> {
  const corpus = findNeed("corpus");
  const documents = process.env.SEARCH_DOCUMENTS;
  return {
    title: "Tool search over imported documents",
    text: "Requests of people for operations of documents that nobody wrote for the platform, imported as a project does: first, and among the first five. `judging` has the documents of the corpus (`SPECWRIGHT_CORPUS`); its 60 requests were committed before the ranking was changed, and the goal is 60 % first and 85 % among the first five. `tuned` has the documents that `bench/search/tuned-imports.ts` names, in the folder `SEARCH_DOCUMENTS`.",
    columns: ["Documents", "Requests", "Alone", "Beside the shipped toolkits"],
    rows: [
      ...(corpus === undefined ? [] : await toRows("judging", importedUseCases, corpus)),
      ...(documents === undefined ? [] : await toRows("tuned", tunedImports, documents)),
    ],
  };
}

async function toRows(
  name: string,
  sets: readonly ImportedUseCases[],
  folder: string,
): Promise<readonly (readonly string[])[]> {
  const alone = await searchImports(sets, { folder, company: "alone" });
  const beside = await searchImports(sets, { folder, company: "beside shipped" });
  const format = (searched: typeof alone): string =>
    [1, 5].map((place) => `${(100 * shareWithin(searched, place)).toFixed(1)} %`).join(", ");
  return [
    ...sets.map(({ slug, file, useCases }) => {
      const own = [alone, beside].map((all) => all.filter(({ toolkit }) => toolkit === slug));
      return [file, String(useCases.length), ...own.map(format)];
    }),
    [`**${name}**`, String(alone.length), format(alone), format(beside)],
  ];
}
