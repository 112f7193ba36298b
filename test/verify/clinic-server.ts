import { randomUUID } from "node:crypto";
import { clinicDocument } from "./clinic-document.ts";
import { prepareRouter, type Service } from "./serve-router.ts";

/** The key that the server accepts. */
export const clinicKey = "clinic-key";

type Thing = Record<string, unknown> & { readonly id: string };

/** The things of a server. */
export interface Store {
  readonly pets: Map<string, Thing>;
  /** By the pet's id. */
  readonly visits: Map<string, Thing[]>;
}

/** A correct server and its store, which starts empty. */
export interface Clinic {
  readonly service: Service;
  readonly store: Store;
}

interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Handler = (input: Input) => object;

/** Generates the router of the clinic in a folder below the repository. Returns the path of its document. */
export async function prepareClinic(name: string): Promise<{
  readonly document: string;
  readonly createClinic: () => Clinic;
}> {
  const { document, createRouter } = await prepareRouter(name, clinicDocument);
  const { refuse } = (await import("@specwright/runtime/v1/server")) as { refuse: () => unknown };
  return {
    document,
    createClinic: () => {
      const store: Store = { pets: new Map(), visits: new Map() };
      const security = {
        Key: (key: unknown) => (key === clinicKey ? { name: "tester" } : refuse()),
      };
      return { store, service: createRouter({ handlers: createHandlers(store), security }) };
    },
  };
}

const missing = {
  status: 404,
  body: { title: "Not Found", status: 404 },
};

function createHandlers({ pets, visits }: Store): Readonly<Record<string, Handler>> {
  const handlePet =
    (answer: (pet: Thing, input: Input) => object): Handler =>
    (input) => {
      const pet = pets.get(input.path.petId ?? "");
      return pet === undefined ? missing : answer(pet, input);
    };
  const keep = (pet: Thing): object => {
    pets.set(pet.id, pet);
    return { status: 200, body: pet };
  };
  return {
    getHealth: () => ({ status: 200, body: "ok" }),
    listPets: ({ query: { limit = 100, species, vaccinated, ids } }) => {
      const found = [...pets.values()].filter(
        (pet) =>
          (species === undefined || pet.species === species) &&
          (vaccinated === undefined || pet.vaccinated === vaccinated) &&
          (!Array.isArray(ids) || ids.includes(pet.id)),
      );
      return {
        status: 200,
        headers: { "X-Total-Count": found.length },
        body: found.slice(0, Number(limit)),
      };
    },
    createPet: ({ body }) => {
      const pet = { id: randomUUID(), created_at: new Date().toISOString(), ...body };
      pets.set(pet.id, pet);
      return { status: 201, headers: { Location: `/pets/${pet.id}` }, body: pet };
    },
    getPet: handlePet((pet) => ({ status: 200, body: pet })),
    replacePet: handlePet(({ id, created_at }, { body }) => keep({ id, created_at, ...body })),
    changePet: handlePet((pet, { body }) => keep({ ...pet, ...body })),
    deletePet: handlePet(({ id }) => {
      pets.delete(id);
      visits.delete(id);
      return { status: 204 };
    }),
    listVisits: handlePet(({ id }) => ({ status: 200, body: { items: visits.get(id) ?? [] } })),
    createVisit: handlePet(({ id }, { body }) => {
      const visit = { id: randomUUID(), ...body };
      visits.set(id, [...(visits.get(id) ?? []), visit]);
      return { status: 201, body: visit };
    }),
    getVisit: handlePet(({ id }, { path }) => {
      const visit = visits.get(id)?.find((each) => each.id === path.visitId);
      return visit === undefined ? missing : { status: 200, body: visit };
    }),
  };
}
