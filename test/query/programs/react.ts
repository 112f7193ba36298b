import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import {
  ApiConnectionError,
  type CreatePetInput,
  createTransport,
  type GetPetError,
  type GetPetInput,
  isApiError,
} from "./client/index.js";
import {
  createPetMutation,
  deletePetMutation,
  findFaceMutation,
  getPetQuery,
  getReportQuery,
  listPetsInfiniteQuery,
  listPetsQuery,
  listVisitsInfiniteQuery,
  matchInput,
  petsKey,
  pingQuery,
  searchPetsQuery,
  sleepMutation,
  visitsKey,
  watchPetsQuery,
} from "./query/index.js";
import type { Pet } from "./types/index.js";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

const transport = createTransport({ baseUrl: "http://localhost" });
const client = new QueryClient();

export function usePets(): void {
  const pet = useQuery(getPetQuery(transport, { pet_id: "1" }));
  same<typeof pet.data, Pet | undefined>(true);
  if (pet.error !== null && isApiError(pet.error)) {
    same<typeof pet.error, GetPetError>(true);
    const status: 404 = pet.error.status;
    const detail: string = pet.error.body.detail;
    console.log(status, detail);
  } else if (pet.error instanceof ApiConnectionError) {
    console.log(pet.error.operation);
  }

  const name = useQuery({
    ...getPetQuery(transport, { pet_id: "1" }),
    select: (data) => data.name,
    staleTime: 1000,
    enabled: pet.isSuccess,
    retry: (count, error) => count < 3 && !isApiError(error),
  });
  same<typeof name.data, string | undefined>(true);
  same<typeof name.error, typeof pet.error>(true);

  const suspended = useSuspenseQuery(getPetQuery(transport, { pet_id: "1" }));
  same<typeof suspended.data, Pet>(true);
  const selected = useSuspenseQuery({
    ...listPetsQuery(transport, { limit: 10 }),
    select: ({ items }) => items.length,
  });
  same<typeof selected.data, number>(true);

  const pages = useInfiniteQuery(listPetsInfiniteQuery(transport, { limit: 10 }));
  const first: Pet | undefined = pages.data?.pages[0]?.items[0];
  const all = useInfiniteQuery({
    ...listPetsInfiniteQuery(transport),
    select: (data) => data.pages.flatMap(({ items }) => items),
  });
  same<typeof all.data, Pet[] | undefined>(true);
  const suspendedPages = useSuspenseInfiniteQuery(
    listVisitsInfiniteQuery(transport, { pet_id: "1" }),
  );
  const visit: string | undefined = suspendedPages.data.pages[0]?.visits[0];

  const create = useMutation({
    ...createPetMutation(transport),
    onSuccess: (data, variables) => {
      same<typeof data, Pet>(true);
      same<typeof variables, CreatePetInput>(true);
      void client.invalidateQueries({ queryKey: petsKey() });
      void client.invalidateQueries({ queryKey: petsKey("listPets") });
      void client.invalidateQueries({ queryKey: petsKey("getPet", { pet_id: data.id }) });
      void client.invalidateQueries({ predicate: matchInput({ pet_id: data.id }) });
      void client.invalidateQueries({ queryKey: visitsKey("listVisits"), type: "active" });
    },
    onError: (error) => {
      if (isApiError(error)) {
        const status: 409 = error.status;
        console.log(status);
      }
    },
  });
  create.mutate({ body: { name: "Rex" } });
  const remove = useMutation(deletePetMutation(transport));
  remove.mutate({ pet_id: "1" });
  useMutation(sleepMutation(transport)).mutate();
  useMutation(findFaceMutation(transport)).mutate({ body: new Blob() });

  const csv = useQuery(getReportQuery(transport, { pet_id: "1" }, { accept: "text/csv" }));
  same<typeof csv.data, string | undefined>(true);
  const report = useQuery(getReportQuery(transport, { pet_id: "1" }));
  same<typeof report.data, { weight: number } | undefined>(true);
  const pinged = useQuery(pingQuery(transport));
  same<typeof pinged.data, null | undefined>(true);
  const watched = useQuery(watchPetsQuery(transport));
  same<typeof watched.data, Pet[] | undefined>(true);
  const found = useQuery(searchPetsQuery(transport, { body: { name: "R" } }));
  const one: Pet | undefined = found.data?.items[0];
  const many = useQueries({
    queries: [getPetQuery(transport, { pet_id: "1" }), listPetsQuery(transport)],
  });
  same<(typeof many)[0]["data"], Pet | undefined>(true);
  usePrefetchQuery(getPetQuery(transport, { pet_id: "1" }));
  console.log(first, visit, one);
}

export async function load(input: GetPetInput): Promise<void> {
  const query = getPetQuery(transport, input);
  await client.prefetchQuery(query);
  await client.prefetchInfiniteQuery(listPetsInfiniteQuery(transport));
  const pet = await client.ensureQueryData(query);
  same<typeof pet, Pet>(true);
  const fetched = await client.fetchQuery(query);
  same<typeof fetched, Pet>(true);
  const kept = client.getQueryData(query.queryKey);
  same<typeof kept, Pet | undefined>(true);
  const list = client.getQueryData(listPetsInfiniteQuery(transport).queryKey);
  const position: string | undefined = list?.pageParams[0];
  client.setQueryData(query.queryKey, (old) => old && { ...old, name: "Rex" });
  const visits = client.getQueryData(listVisitsInfiniteQuery(transport, input).queryKey);
  const page: number | undefined = visits?.pageParams[0];
  console.log(position, page);
}

export function useMistakes(): void {
  // @ts-expect-error the path parameter is required
  getPetQuery(transport, {});
  // @ts-expect-error no such operation
  petsKey("getDog");
  // @ts-expect-error no such member
  petsKey("getPet", { dog_id: "1" });
  // @ts-expect-error the signal is that of the query
  getPetQuery(transport, { pet_id: "1" }, { signal: AbortSignal.abort() });
  // @ts-expect-error a name is required
  useMutation(createPetMutation(transport)).mutate({ body: {} });
  // @ts-expect-error not a pet
  client.setQueryData(getPetQuery(transport, { pet_id: "1" }).queryKey, { id: 1 });
  // @ts-expect-error a stream cannot be chosen
  getReportQuery(transport, { pet_id: "1" }, { accept: "text/event-stream" });
}
