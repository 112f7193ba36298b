import type { OutputFile } from "../output-file.ts";
import { toolVersion } from "./tool-version.ts";

/** The files of a new API: a document with a list, an item and an error, its configuration, and a test of the output. */
export function starterFiles(name: string): OutputFile[] {
  return [
    { path: "openapi.yaml", content: document },
    { path: "redocly.yaml", content: configuration },
    { path: "package.json", content: manifest(name) },
    { path: "test/api.test.js", content: test },
    { path: ".gitignore", content: "node_modules/\n" },
    // Else git gives Windows other bytes than those that are generated, and --check calls them stale.
    { path: ".gitattributes", content: "generated/** text eol=lf\n" },
  ];
}

function manifest(name: string): string {
  const version = `^${toolVersion()}`;
  const value = {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    scripts: { generate: "specwright generate", test: "specwright generate && node --test" },
    dependencies: { "@specwright/runtime": version, zod: "^4.5.0" },
    devDependencies: { specwright: version },
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const configuration = `extends: [recommended]
# What an API does without as long as it is in the making. Take a line out to be held to it.
rules:
  info-license: off
  no-server-example.com: off
  operation-4xx-response: off
  security-defined: off
apis:
  notes:
    root: openapi.yaml
    x-specwright:
      out: generated
      handlers: handlers
`;

const document = `openapi: 3.1.0
info:
  title: Notes
  version: 1.0.0
servers:
  - url: http://localhost:3000
tags:
  - name: notes
    description: Short texts.
paths:
  /notes:
    get:
      operationId: listNotes
      tags: [notes]
      summary: List notes
      parameters:
        - name: limit
          in: query
          description: How many notes to give at most.
          schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
      responses:
        '200':
          description: The newest notes.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Note' }
    post:
      operationId: createNote
      tags: [notes]
      summary: Create a note
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NoteInput' }
      responses:
        '201':
          description: The new note.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Note' }
  /notes/{note_id}:
    parameters:
      - name: note_id
        in: path
        required: true
        description: Which note.
        schema: { type: string, format: uuid }
    get:
      operationId: getNote
      tags: [notes]
      summary: Get a note
      responses:
        '200':
          description: The note.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Note' }
        '404':
          description: There is no such note.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Problem' }
components:
  schemas:
    NoteInput:
      type: object
      description: What a note is made from.
      required: [text]
      properties:
        text: { type: string, minLength: 1, maxLength: 1000, description: What it says. }
    Note:
      type: object
      description: A short text.
      required: [id, text, created_at]
      properties:
        id: { type: string, format: uuid }
        text: { type: string, description: What it says. }
        created_at: { type: string, format: date-time }
    Problem:
      type: object
      description: Why a request failed.
      required: [message]
      properties:
        message: { type: string }
`;

const test = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createApi, isApiError } from "../generated/client/index.js";
import { createRouter } from "../generated/server/index.js";
import { schemas } from "../generated/validators/index.js";

const note = {
  id: "9b2e4f6a-1c3d-4e5f-8a7b-0c1d2e3f4a5b",
  text: "Buy milk.",
  created_at: "2026-01-31T09:30:00Z",
};

const router = createRouter({
  handlers: {
    listNotes: ({ query }) => ({ status: 200, body: [note].slice(0, query.limit) }),
    createNote: ({ body }) => ({ status: 201, body: { ...note, text: body.text } }),
    getNote: ({ path }) =>
      path.note_id === note.id
        ? { status: 200, body: note }
        : { status: 404, body: { message: "There is no such note." } },
  },
});

// The client speaks to the router directly, without a network.
const api = createApi({ fetch: (request) => router(request) });

test("the client and the server agree", async () => {
  assert.deepEqual(await api.notes.listNotes(), [note]);
  assert.deepEqual(await api.notes.getNote({ note_id: note.id }), note);
  assert.equal((await api.notes.createNote({ body: { text: "Call home." } })).text, "Call home.");
});

test("what the document forbids is refused", async () => {
  const refused = (status) => (error) => isApiError(error) && error.status === status;
  await assert.rejects(api.notes.createNote({ body: { text: "" } }), refused(400));
  await assert.rejects(api.notes.listNotes({ limit: 1000 }), refused(400));
  await assert.rejects(api.notes.getNote({ note_id: crypto.randomUUID() }), refused(404));
});

test("a note is what the document says", () => {
  assert.equal(schemas.Note.safeParse(note).success, true);
  assert.equal(schemas.Note.safeParse({ ...note, id: "1" }).success, false);
});
`;
