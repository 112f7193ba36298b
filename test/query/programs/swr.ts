import { toSwr, toSwrInfinite, toSwrMutation } from "@specwright/runtime/v1/query";
import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import useSWRMutation from "swr/mutation";
import { createTransport, type GetPetError, isApiError } from "./client/index.js";
import {
  createPetMutation,
  getPetQuery,
  listPetsInfiniteQuery,
  listVisitsInfiniteQuery,
} from "./query/index.js";
import type { Pet } from "./types/index.js";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

const transport = createTransport({ baseUrl: "http://localhost" });

export function usePets(): void {
  const pet = useSWR(...toSwr(getPetQuery(transport, { pet_id: "1" })));
  same<typeof pet.data, Pet | undefined>(true);
  if (isApiError<GetPetError>(pet.error)) {
    const status: 404 = pet.error.status;
    console.log(status);
  }
  const pages = useSWRInfinite(...toSwrInfinite(listPetsInfiniteQuery(transport, { limit: 2 })));
  const first: Pet | undefined = pages.data?.[0]?.items[0];
  const visits = useSWRInfinite(
    ...toSwrInfinite(listVisitsInfiniteQuery(transport, { pet_id: "1" })),
  );
  const visit: string | undefined = visits.data?.[0]?.visits[0];
  const create = useSWRMutation(...toSwrMutation(createPetMutation(transport)));
  void create.trigger({ body: { name: "Rex" } });
  same<typeof create.data, Pet | undefined>(true);
  // @ts-expect-error a name is required
  void create.trigger({ body: {} });
  console.log(first, visit);
}
