import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { createTransport, isApiError } from "./client/index.js";
import {
  createPetMutation,
  getPetQuery,
  listPetsInfiniteQuery,
  listVisitsInfiniteQuery,
  petsKey,
  watchPetsQuery,
} from "./query/index.js";

const transport = createTransport({ baseUrl: location.origin, retries: 0 });
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

function Pets(): ReactNode {
  const pets = useInfiniteQuery({
    ...listPetsInfiniteQuery(transport, { limit: 2 }),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  const create = useMutation({
    ...createPetMutation(transport),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: petsKey("listPets") }),
  });
  return (
    <>
      <p id="pets">{pets.data?.map(({ name }) => name).join(", ") ?? "loading"}</p>
      <button type="button" disabled={!pets.hasNextPage} onClick={() => pets.fetchNextPage()}>
        More
      </button>
      <button type="button" onClick={() => create.mutate({ body: { name: "Rex" } })}>
        Add
      </button>
    </>
  );
}

function Pet({ id }: { readonly id: string }): ReactNode {
  const { data } = useSuspenseQuery(getPetQuery(transport, { pet_id: id }));
  return <p id="pet">{data.name}</p>;
}

function Missing(): ReactNode {
  const { error } = useQuery(getPetQuery(transport, { pet_id: "none" }));
  return (
    <p id="missing">{isApiError(error) ? `${error.status}: ${error.body.detail}` : "loading"}</p>
  );
}

function Visits(): ReactNode {
  const visits = useInfiniteQuery(listVisitsInfiniteQuery(transport, { pet_id: "slow" }));
  return <p id="visits">{visits.status}</p>;
}

function Watch(): ReactNode {
  const { data } = useQuery(watchPetsQuery(transport));
  return <p id="watch">{data?.map(({ name }) => name).join(", ")}</p>;
}

const views: Readonly<Record<string, ReactNode>> = {
  pets: <Pets />,
  pet: (
    <Suspense fallback={<p id="fallback">waiting</p>}>
      <Pet id="1" />
    </Suspense>
  ),
  missing: <Missing />,
  visits: <Visits />,
  watch: <Watch />,
  nothing: <p id="nothing">nothing</p>,
};

function App(): ReactNode {
  const [view, setView] = useState("nothing");
  return (
    <>
      {Object.keys(views).map((name) => (
        <button key={name} id={`show-${name}`} type="button" onClick={() => setView(name)}>
          {name}
        </button>
      ))}
      {views[view]}
    </>
  );
}

const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
);
