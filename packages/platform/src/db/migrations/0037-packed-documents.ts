import type { Migration } from "../migration-types.ts";

/**
 * Documents of toolkits are stored compressed. A document of 13 MB as a parameter of a statement takes several times its size
 * of the database's memory, and PGlite, which is part of the process, never returns it. Rows from before keep their text.
 */
export const packedDocuments: Migration = {
  name: "0037-packed-documents",
  statements: [
    `alter table project_toolkits
       alter column document drop not null,
       add column packed_document bytea,
       add column document_hash bytea,
       add constraint one_document check (num_nonnulls(document, packed_document) = 1)`,
    `alter table project_toolkits alter column packed_document set storage external`,
    `update project_toolkits set document_hash = sha256(convert_to(document, 'UTF8'))`,
  ],
};
