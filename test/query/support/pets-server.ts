import { type AppServer, sendJson, startAppServer } from "./app-server.ts";

/** A server of the pets, which also has the page of the application. */
export interface PetsServer extends AppServer {
  /** Resolves when a caller left before the answer of `/pets/slow/visits`. */
  readonly left: Promise<void>;
  /** Lets the answer of `/pets/1` go. */
  readonly answerPet: () => void;
  /** Sends the last item of `/events`. */
  readonly endEvents: () => void;
}

/** Starts it on 127.0.0.1. */
export async function startPetsServer(script: string): Promise<PetsServer> {
  const names = ["Ada", "Bo", "Cy"];
  const left = Promise.withResolvers<void>();
  const pet = Promise.withResolvers<void>();
  const events = Promise.withResolvers<void>();

  const listPets = (query: URLSearchParams): object => {
    const start = Number(query.get("cursor") ?? 0);
    const end = start + Number(query.get("limit"));
    const items = names.slice(start, end).map((name, index) => ({ id: String(index), name }));
    return { items, next: end < names.length ? String(end) : null };
  };
  const server = await startAppServer(script, async (request, query, response) => {
    switch (request) {
      case "GET /pets":
        return sendJson(response, 200, listPets(query));
      case "POST /pets":
        names.unshift("Rex");
        return sendJson(response, 201, { id: "r", name: "Rex" });
      case "GET /pets/1":
        await pet.promise;
        return sendJson(response, 200, { id: "1", name: "Ada" });
      case "GET /pets/slow/visits":
        response.once("close", left.resolve);
        return;
      case "GET /events":
        response.writeHead(200, { "content-type": "application/jsonl" });
        response.write('{"id":"1","name":"Ada"}\n');
        await events.promise;
        response.end('{"id":"2","name":"Bo"}\n');
        return;
      default:
        return sendJson(response, 404, { detail: "No such pet." });
    }
  });
  return { ...server, left: left.promise, answerPet: pet.resolve, endEvents: events.resolve };
}
