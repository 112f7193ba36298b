import { QueryClient, useInfiniteQuery, useMutation, useQuery } from "@tanstack/solid-query";
import type { Accessor } from "solid-js";
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

export function Pets(id: Accessor<string>): void {
  const pet = useQuery(() => getPetQuery(transport, { pet_id: id() }));
  const data: Pet | undefined = pet.data;
  if (isApiError(pet.error)) {
    const status: 404 = pet.error.status;
    console.log(status);
  }
  const names = useQuery(() => ({
    ...listPetsQuery(transport),
    select: ({ items }) => items.map(({ name }) => name),
  }));
  const list: string[] | undefined = names.data;
  const pages = useInfiniteQuery(() => listPetsInfiniteQuery(transport));
  const first: Pet | undefined = pages.data?.pages[0]?.items[0];
  const create = useMutation(() => ({
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
