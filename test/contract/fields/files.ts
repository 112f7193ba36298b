import { type ResourceTables, wrapInEnvelope } from "./table.ts";

/** Files: the API document's endpoint, and docs/decisions.md §11. */
export const files: ResourceTables = {
  shapes: {
    // "GET /files/list lists them"; the shape is ours.
    StoredFile: `
      + id*           id(req_file_)
      + key*          string
      + filename*     string
      + mimetype*     string
      + md5*          string
      + size*         number|null
      + toolkit_slug* toolkit-slug
      + tool_slug*    tool-slug
      + created_at*   time
      + expires_at*   time|null
    `,
  },
  operations: [
    {
      operation: "POST /api/v3/files/upload/request",
      body: `
        toolkit_slug* toolkit-slug
        tool_slug*    tool-slug
        filename*     string
        mimetype*     string
        md5*          string
      `,
      answers: {
        200: `
          id*                id(req_file_)
          key*               string
          new_presigned_url* uri
          newPresignedUrl*   uri deprecated
          type*              enum(new) deprecated
          metadata*          object
            storage_backend* enum(s3,azure_blob_storage)
        `,
      },
    },
    {
      operation: "GET /api/v3/files/list",
      query: `
        + toolkit_slug toolkit-slug
        + tool_slug    tool-slug
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("StoredFile") },
    },
    {
      operation: "GET /api/v3/files/manage/{id}",
      path: "+ id* id(req_file_)",
      answers: { 200: "...StoredFile\n+ download_url* uri|null" },
    },
    {
      operation: "DELETE /api/v3/files/manage/{id}",
      path: "+ id* id(req_file_)",
      answers: { 200: "+ id* id(req_file_)" },
    },
  ],
};
