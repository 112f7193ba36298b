import { resolve } from "node:path";
import { listActions } from "../../document/shape/overlay/list-actions.ts";
import { groupBy } from "../../group-by.ts";
import type { JsonObject } from "../../json-object.ts";
import { type NamedInput, resolveInput } from "../load/document-input.ts";
import { loadInput } from "../load/load-model.ts";
import { locateParts, type PartPlace } from "./locate-parts.ts";
import { applyMends } from "./mends/mend.ts";
import { proposePagination, type RecognisedPagination } from "./pages/propose-pagination.ts";
import { type SavedOverlay, saveOverlay } from "./save-overlay.ts";

/** The document, what is taken, and what is written. Paths are relative to `folder`. */
export interface PaginateOptions extends Omit<NamedInput, "input"> {
  /** Says of each group of proposals whether it is taken. Default: none is. */
  readonly accepts?: (group: ProposalGroup) => boolean | Promise<boolean>;
  /** The overlay to write: YAML, or JSON when its name ends with `.json`. */
  readonly output?: string;
}

/** Proposals that were recognised by the same parts. */
export interface ProposalGroup {
  readonly type: NonNullable<RecognisedPagination["pagination"]["type"]>;
  /** What they were recognised by, as in "the parameters `query.page` and `query.per_page`". */
  readonly reason: string;
  readonly proposals: readonly PaginationProposal[];
}

/** A declaration that is proposed for an operation. */
export interface PaginationProposal extends PartPlace, RecognisedPagination {
  /** Such as `GET /pets`. */
  readonly operation: string;
}

/** What is proposed, and the overlay of what was taken. */
export interface PaginateResult extends SavedOverlay {
  readonly groups: readonly ProposalGroup[];
  /** The number of proposals that were taken. */
  readonly taken: number;
}

/**
 * Recognises lists with several pages in a document, and makes an overlay with `x-pagination` for those that are taken. Nothing is
 * taken or written unless the caller says so. The setting `input` is not applied: the proposals are for the document as
 * it is written, so their overlay is the first one.
 *
 * @throws DiagnosticError with every problem of a document that cannot be read, and for a file that cannot be written.
 * @example
 * ```ts
 * import { paginate } from "specwright";
 *
 * const { groups } = await paginate({ document: "openapi.yaml" });
 * for (const { type, reason, proposals } of groups) console.log(proposals.length, type, reason);
 * ```
 */
export async function paginate(options: PaginateOptions): Promise<PaginateResult> {
  const resolved = resolveInput(options);
  const { accepts = () => false } = options;
  // With a setting, even one that changes nothing, a document of several files becomes one.
  const input = { ...resolved, input: { overlays: [] } };
  const loaded = loadInput(input, { source: resolved.name });
  const { document, model } = loaded;
  const recognised = model.operations.flatMap((operation) => {
    const found = proposePagination(operation);
    const { pointer } = operation.location;
    return found === undefined ? [] : [{ operation, pointer, found }];
  });
  const unique = [...new Map(recognised.map((each) => [each.pointer, each])).values()];
  const places = locateParts(
    unique.map(({ pointer }) => pointer),
    loaded,
    resolved,
  );
  const proposals = unique.flatMap(({ operation, pointer, found }, index) => {
    const { method, path } = operation;
    const place = places[index];
    const proposal = { operation: `${method.toUpperCase()} ${path}`, ...found };
    return place === undefined ? [] : [{ written: pointer, ...proposal, ...place }];
  });
  const groups = [
    ...groupBy(proposals, ({ pagination, reason }) => `${pagination.type} ${reason}`),
  ];
  const taken: typeof proposals = [];
  const shown: ProposalGroup[] = [];
  for (const [, members] of groups) {
    const [first] = members;
    if (first !== undefined) {
      const { reason, pagination } = first;
      const group = {
        type: pagination.type ?? "link",
        reason,
        proposals: members.map(({ written: _, ...proposal }) => proposal),
      };
      shown.push(group);
      if (await accepts(group)) {
        taken.push(...members);
      }
    }
  }
  const value = document.root.value as JsonObject; // A model was made of it, so it is an object.
  const { root } = applyMends(
    value,
    taken.map(({ written, pagination, reason }) => ({
      ...{ kind: "pagination", message: reason, pointer: written },
      change: () => ({ "x-pagination": pagination }),
    })),
  );
  const { output } = options;
  const saved = saveOverlay(
    `Pagination of ${document.root.name}`,
    listActions(value, root),
    document,
    output === undefined ? undefined : resolve(resolved.folder, output),
  );
  return { ...saved, groups: shown, taken: taken.length };
}
