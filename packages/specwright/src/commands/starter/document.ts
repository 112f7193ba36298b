/** The document of a new API: a list, an item, an error, and the router's answer to requests that do not fit. */
export const starterDocument: string = `openapi: 3.1.0
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
          description: The maximum number of notes.
          schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
      responses:
        '200':
          description: The newest notes.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Note' }
        '4XX': { $ref: '#/components/responses/Refused' }
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
        '4XX': { $ref: '#/components/responses/Refused' }
  /notes/{note_id}:
    parameters:
      - name: note_id
        in: path
        required: true
        description: The id of the note.
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
          description: No note has this id.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Problem' }
        '4XX': { $ref: '#/components/responses/Refused' }
components:
  responses:
    Refused:
      description: The request does not fit this document. The router answers so by itself.
      content:
        application/problem+json:
          schema: { $ref: '#/components/schemas/Refusal' }
  schemas:
    NoteInput:
      type: object
      description: The content of a new note.
      required: [text]
      properties:
        text: { type: string, minLength: 1, maxLength: 1000, description: The text of the note. }
    Note:
      type: object
      description: A short text.
      required: [id, text, created_at]
      properties:
        id: { type: string, format: uuid }
        text: { type: string, description: The text of the note. }
        created_at: { type: string, format: date-time }
    Problem:
      type: object
      description: The reason why a request failed.
      required: [message]
      properties:
        message: { type: string }
    Refusal:
      type: object
      description: The faults of a request (RFC 9457).
      required: [title, status]
      properties:
        title: { type: string }
        status: { type: integer }
        errors: { type: array, items: { type: string }, description: Each fault of the request. }
`;
