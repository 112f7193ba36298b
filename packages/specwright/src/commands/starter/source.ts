/** `src/app.ts` of a new API: its handlers. */
export const starterApp: string = `import { randomUUID } from "node:crypto";
import { createRouter } from "../generated/server/index.js";
import type { Note } from "../generated/types/index.js";

/** Requests that do not fit openapi.yaml are refused before a handler sees them. */
export function createApp() {
  // Notes last as long as the process. Use a database here.
  const notes = new Map<string, Note>();
  return createRouter({
    handlers: {
      listNotes: ({ query }) => ({
        status: 200,
        body: [...notes.values()].reverse().slice(0, query.limit),
      }),
      createNote: ({ body }) => {
        const note = { id: randomUUID(), text: body.text, created_at: new Date().toISOString() };
        notes.set(note.id, note);
        return { status: 201, body: note };
      },
      getNote: ({ path }) => {
        const note = notes.get(path.note_id);
        return note === undefined
          ? { status: 404, body: { message: "No note has this id." } }
          : { status: 200, body: note };
      },
    },
  });
}
`;

/** `src/server.ts` of a new API: the program that `npm start` runs. */
export const starterServer: string = `import { createNodeListener, createNodeServer } from "@specwright/runtime/v1/node";
import { createApp } from "./app.ts";

// http.createServer with limits on time and connections, for a server that strangers can reach.
const server = createNodeServer(createNodeListener(createApp()));

server.on("error", (error) => {
  console.error(\`\${error.message}. Set PORT to listen on another port.\`);
  process.exitCode = 1;
});

server.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  console.log(\`Listening. Try: curl http://localhost:\${port}/notes\`);
});
`;

/** `src/client.ts` of a new API: calls of the server, for `npm run client`. */
export const starterClient: string = `import { createNote, createTransport, getNote, isApiError, listNotes } from "../generated/client/index.js";

const transport = createTransport({ baseUrl: process.env.API_URL ?? "http://localhost:3000" });

const note = await createNote(transport, { body: { text: "Buy milk." } });
console.log("Created", note.id);
console.log("All of them:", await listNotes(transport, { limit: 10 }));

try {
  await getNote(transport, { note_id: crypto.randomUUID() });
} catch (error) {
  if (!isApiError(error)) throw error;
  console.log("Asked for another one:", error.status, error.body);
}
`;
