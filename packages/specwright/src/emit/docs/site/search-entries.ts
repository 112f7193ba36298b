import type { Model } from "../../../document/model/model.ts";
import type { SitePlan } from "./plan-site.ts";
import { takeSummary } from "./site-page.ts";

/** An entry of the search. The names are short, because a document has thousands. */
export interface SearchEntry {
  /** The address of the page without extension. */
  readonly p: string;
  readonly t: string;
  /** The method and the path of an operation. */
  readonly m?: string;
  readonly u?: string;
  /** The operation's id. Addresses such as `index.html#operation/listPets` lead to it. */
  readonly i?: string;
  /** The group, or the beginning of the description. */
  readonly g?: string;
  /** The id of a heading on the page. */
  readonly a?: string;
  /** The words of a section of a guide. */
  readonly x?: string;
  /** 1 for operations, 2 for schemas, 3 for events, 4 for sections of guides. */
  readonly k: 1 | 2 | 3 | 4;
}

/** Lists what the search finds: operations, schemas and events. */
export function listSearchEntries(model: Model, plan: SitePlan): readonly SearchEntry[] {
  return [
    ...plan.operations.map(({ path, title, method, group, operation }) => ({
      p: path,
      t: title,
      m: method,
      u: operation.path,
      i: operation.operationId ?? operation.name,
      g: group,
      k: 1 as const,
    })),
    ...plan.schemas.map(({ name, path }) => {
      const { title, description } = model.components.schemas.get(name) ?? {};
      const text = title ?? description?.slice(0, 60);
      return { p: path, t: name, ...(text !== undefined && { g: text }), k: 2 as const };
    }),
    ...plan.webhooks.map(({ path, title, operation }) => ({
      p: path,
      t: title,
      i: operation.operationId ?? operation.name,
      g: operation.path,
      k: 3 as const,
    })),
    // A tag that is only a text is read as a guide is.
    ...plan.groups
      .filter(({ operations }) => operations.length === 0)
      .map(({ path, title, description = "" }) => ({
        p: path,
        t: title,
        x: takeSummary(description, 2000),
        k: 4 as const,
      })),
  ];
}
