import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { generate } from "specwright";
import { toUrl } from "../../packages/runtime/test/server-adapters.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { clinicDocument } from "./clinic-document.ts";

/** The key that the server accepts. */
export const clinicKey = "clinic-key";

/** A server's whole behaviour. */
export type Service = (request: Request) => Promise<Response>;

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

interface Generated {
  readonly createRouter: (options: object) => Service;
}

/** Generates the router of the clinic in a folder below the repository. Returns the path of its document. */
export async function prepareClinic(name: string): Promise<{
  readonly document: string;
  readonly createClinic: () => Clinic;
}> {
  const folder = resolveInRoot(`.cache/${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const document = `${folder}/clinic.json`;
  await writeFile(document, JSON.stringify(clinicDocument, undefined, 2));
  await generate({ document, out: `${folder}/out`, targets: ["server"] });
  const { createRouter } = (await import(`${folder}/out/server/index.js`)) as Generated;
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

/** Serves a service on a port of this machine. */
export interface Listening {
  readonly url: string;
  readonly close: () => void;
}

/** Serves requests until it is closed. */
export async function listen(service: Service): Promise<Listening> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    // `Request` refuses TRACE. Another unknown method gets the same answer.
    const method = incoming.method === "TRACE" ? "UNKNOWN" : (incoming.method ?? "GET");
    const content = await buffer(incoming);
    const request = new Request(`http://localhost${incoming.url}`, {
      method,
      headers,
      ...(content.length === 0 || method === "GET" || method === "HEAD" ? {} : { body: content }),
    });
    const response = await service(request).catch(() => undefined);
    if (response === undefined) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: toUrl(server.address()),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
