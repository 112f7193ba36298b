import { loadToolkits } from "../../packages/platform/src/applications/toolkits/load-toolkits.ts";
import { createCatalog } from "../../packages/platform/src/applications/toolkits/testing/create-catalog.ts";
import type { UseCase } from "./use-cases.ts";

/** The result of one use case: the place of its tool among the found tools (from 1), and the tool that came first. */
export interface Searched {
  readonly words: string;
  readonly toolkit: string;
  readonly wanted: readonly string[];
  /** Infinity when the tool was not found. */
  readonly place: number;
  readonly first: string | undefined;
}

/** Reading the documents takes longer than all searches of a set. */
let opened: ReturnType<typeof createCatalog> | undefined;

/** Searches the tools of all toolkits that the platform ships, for each use case. */
export async function searchUseCases(useCases: readonly UseCase[]): Promise<readonly Searched[]> {
  opened ??= createCatalog({
    documents: loadToolkits().documents,
    baseUrl: "https://platform.example.com",
  });
  const catalog = await opened;
  const search = async ([words, ...wanted]: UseCase): Promise<Searched> => {
    if (wanted.length === 0 || !wanted.every(catalog.hasTool)) {
      throw new Error(`"${words}" names a tool that no toolkit has.`);
    }
    const listed = await catalog.listTools({ search: words });
    const slugs = (await listed.read(0, listed.total)).map(({ slug }) => slug);
    const index = slugs.findIndex((slug) => wanted.includes(slug));
    return {
      words,
      toolkit: wanted[0]?.split("_")[0]?.toLowerCase() ?? "",
      wanted,
      place: index === -1 ? Number.POSITIVE_INFINITY : index + 1,
      first: slugs[0],
    };
  };
  const searched: Searched[] = [];
  for (const useCase of useCases) {
    searched.push(await search(useCase));
  }
  return searched;
}

/** The share of use cases whose tool is at this place or a better one, from 0 to 1. */
export function shareWithin(searched: readonly Searched[], place: number): number {
  return searched.filter((each) => each.place <= place).length / searched.length;
}
