import {
  createInfiniteQuery,
  createMutation,
  createQuery,
  QueryClient,
} from "@tanstack/svelte-query";
import { createTransport, isApiError } from "./client/index.js";
import {
  createPetMutation,
  getPetQuery,
  listPetsInfiniteQuery,
  listPetsQuery,
  petsKey,
} from "./query/index.js";
import type { Pet } from "./types/index.js";

const transport = createTransport({ baseUrl: "http://localhost" });

export function showPets(id: string): void {
  const pet = createQuery(() => getPetQuery(transport, { pet_id: id }));
  const data: Pet | undefined = pet.data;
  if (isApiError(pet.error)) {
    const status: 404 = pet.error.status;
    console.log(status);
  }
  const names = createQuery(() => ({
    ...listPetsQuery(transport),
    select: ({ items }) => items.map(({ name }) => name),
  }));
  const list: string[] | undefined = names.data;
  const pages = createInfiniteQuery(() => listPetsInfiniteQuery(transport));
  const first: Pet | undefined = pages.data?.pages[0]?.items[0];
  const create = createMutation(() => ({
    ...createPetMutation(transport),
    onSuccess: (created) =>
      new QueryClient().invalidateQueries({ queryKey: petsKey("getPet", { pet_id: created.id }) }),
  }));
  create.mutate({ body: { name: "Rex" } });
  // @ts-expect-error a name is required
  create.mutate({ body: {} });
  // @ts-expect-error not a list of numbers
  const wrong: number[] | undefined = names.data;
  console.log(data, list, first, wrong);
}
