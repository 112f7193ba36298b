import {
  deleteToolkitMutation,
  importToolkitMutation,
  listToolkitsQuery,
} from "../../../../generated/query/index.js";
import type { ToolkitList } from "../../../../generated/types/index.js";
import { transport, unkept } from "./transport.ts";

/** Imports a document. Large ones take minutes to read, and the service ends the call in time. */
export const importToolkitOptions = importToolkitMutation(transport, {
  ...unkept,
  attemptTimeout: 270_000,
});

/** Deletes a toolkit that was imported, with all of its versions. */
export const deleteToolkitOptions = deleteToolkitMutation(transport);

/** The slugs of the toolkits that the project imported. A toolkit itself does not say whose it is. */
export const ownToolkitsQuery = {
  ...listToolkitsQuery(transport, { managed_by: "project", limit: 1_000 }),
  select: ({ items }: ToolkitList) => new Set(items.map(({ slug }) => slug)),
  staleTime: 60_000,
};
