/** `src/api.test.ts` of a new API. */
export const starterTest: string = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createApi, isApiError } from "../generated/client/index.js";
import { schemas } from "../generated/validators/index.js";
import { createApp } from "./app.ts";

/** A client of an empty server. It calls the router directly, without a network. */
function start() {
  const app = createApp();
  return createApi({ fetch: (request) => app(request) });
}

test("a note that was created is found and listed", async () => {
  const api = start();
  const note = await api.notes.createNote({ body: { text: "Buy milk." } });
  assert.deepEqual(await api.notes.getNote({ note_id: note.id }), note);
  assert.deepEqual(await api.notes.listNotes(), [note]);
});

test("the server refuses requests that do not fit the document", async () => {
  const api = start();
  const refused = (status: number) => (error: unknown) => isApiError(error) && error.status === status;
  await assert.rejects(api.notes.createNote({ body: { text: "" } }), refused(400));
  await assert.rejects(api.notes.listNotes({ limit: 1000 }), refused(400));
  await assert.rejects(api.notes.getNote({ note_id: crypto.randomUUID() }), refused(404));
});

test("validators accept notes and nothing else", () => {
  const note = { id: crypto.randomUUID(), text: "Buy milk.", created_at: "2026-01-31T09:30:00Z" };
  assert.equal(schemas.Note.safeParse(note).success, true);
  assert.equal(schemas.Note.safeParse({ ...note, id: "1" }).success, false);
});
`;
