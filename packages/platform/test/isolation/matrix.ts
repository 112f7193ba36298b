import type { OpenApiDocument } from "../../../../scripts/support/document.ts";
import type { OperationPlace } from "../../../../scripts/support/operations.ts";
import type { World } from "../e2e/world.ts";
import { type Draft, draftRequest, toRequest, withoutValue, withValue } from "./draft-request.ts";
import type { IdKind, IdPosition } from "./id-positions.ts";
import { type Ids, type SeededProject, writeIdempotencyKey } from "./seed-project.ts";

/** The parts of a response that a caller can compare. */
export interface Answer {
  readonly status: number;
  /**
   * The response without request ids, without the ids that were sent, and without ids and times that are new in every
   * response.
   */
  readonly comparable: string;
  /** Headers and body, without the texts that were sent. */
  readonly text: string;
}

/** A request in which one position is filled with a string. */
export interface Cell {
  /** Such as `createLink body.auth_config_id, alone`. */
  readonly label: string;
  readonly place: OperationPlace;
  readonly kind: IdKind;
  /** The member of `Ids` that names the resource of this request. */
  readonly id: keyof Ids | "idempotency key";
  /** With these values at the position. */
  readonly draft: (value: string) => Draft;
}

/** All requests of the matrix: each position together with the request's other ids, without them, and inside a list. */
export function createCells(
  document: OpenApiDocument,
  places: readonly OperationPlace[],
  positions: readonly IdPosition[],
  own: SeededProject,
): readonly Cell[] {
  // Reads come before writes, because a write makes the name in it known.
  const order = ["get", "delete", "patch", "post"];
  const rank = ({ operation }: IdPosition): number => order.indexOf(operation.method);
  return [...positions]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((position) => {
      const place = places.find(
        ({ operation }) => operation.operationId === position.operation.name,
      );
      if (place === undefined) {
        throw new Error(`${position.label} belongs to no operation.`);
      }
      const others = positions.filter((each) => each.operation === position.operation);
      const base = draftRequest(document, place, others, own.ids);
      const alone = others
        .filter((each) => each !== position)
        .reduce((draft, each) => withoutValue(draft, each), base);
      return listVariants(position, base, alone, own).map(({ label, id, draft }) => ({
        label: `${position.label}${label}`,
        place,
        kind: position.kind,
        id,
        draft,
      }));
    });
}

type Variant = Pick<Cell, "label" | "id" | "draft">;

function listVariants(
  position: IdPosition,
  base: Draft,
  alone: Draft,
  own: SeededProject,
): readonly Variant[] {
  const fill = (draft: Draft) => (value: string) => withValue(draft, position, value);
  if (position.kind === "uuid") {
    // One look-up for several kinds of things.
    const draftOfType = (type: string) => fill({ ...base, query: { ...base.query, type } });
    return [
      { label: ", AUTH_CONFIG", id: "uuidOfConfig", draft: draftOfType("AUTH_CONFIG") },
      {
        label: ", CONNECTED_ACCOUNT",
        id: "uuidOfAccount",
        draft: draftOfType("CONNECTED_ACCOUNT"),
      },
      { label: ", TRIGGER_INSTANCE", id: "uuidOfTrigger", draft: draftOfType("TRIGGER_INSTANCE") },
    ];
  }
  const id = position.kind;
  const variants: Variant[] = [{ label: "", id, draft: fill(base) }];
  if (id === "idempotency key") {
    return variants;
  }
  if (
    JSON.stringify(withValue(base, position, "")) !== JSON.stringify(withValue(alone, position, ""))
  ) {
    variants.push({ label: ", alone", id, draft: fill(alone) });
  }
  if (position.steps.includes("[]")) {
    const mine = id === "toolkit" ? "acme" : id === "tool" ? "ACME_CREATE_THING" : own.ids[id];
    const buildDraft = (value: string): Draft => withValue(base, position, [mine, value]);
    variants.push({ label: ", beside one's own", id, draft: buildDraft });
  }
  return variants;
}

/** The value that names a resource at a cell; undefined when the project has none. */
export function chooseValueAt(cell: Cell, marker: string, ids: Partial<Ids>): string | undefined {
  if (cell.id !== "idempotency key") {
    return ids[cell.id];
  }
  // Keys are not deleted.
  return "proj" in ids ? writeIdempotencyKey(marker, cell.place.operation.operationId) : undefined;
}

/** The key that an operation needs; undefined when it needs none. */
export function chooseKey(draft: Draft, project: SeededProject): string | undefined {
  if (draft.scheme === undefined) {
    return undefined;
  }
  return draft.scheme === "OrganizationKey" ? project.organizationKey : project.key;
}

/** Sends a draft. `sent` are the texts that name the requested resource. */
export async function send(
  { url, coverage }: World,
  draft: Draft,
  key: string | undefined,
  sent: readonly string[],
): Promise<Answer> {
  const response = await coverage.fetch(toRequest(draft, url, key));
  const headers = [...response.headers]
    .filter(([name]) => !passing.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  const whole = `${headers.join("\n")}\n\n${await response.text()}`;
  const text = sent.reduce((rest, value) => rest.replaceAll(value, "<sent>"), whole);
  return { status: response.status, text, comparable: `${response.status}\n${withoutNew(text)}` };
}

/** Headers that differ between any two responses. The length depends on the body, which is compared. */
const passing: ReadonlySet<string> = new Set([
  "content-length",
  "date",
  "ratelimit",
  "x-request-id",
]);

function withoutNew(text: string): string {
  return (
    text
      .replaceAll(/\b(ca|ac|log|lk|proj|req|key|oak|ak|ws|dlv|trs)_[A-Za-z0-9_-]{12,}/g, "<$1>")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
      .replaceAll(/whsec_[A-Za-z0-9+/]{43}=/g, "<secret>")
      .replaceAll(/sig=v1\.[\w-]{43}/g, "sig=<signature>")
      .replaceAll(/(state|code_challenge)=[\w-]+/g, "$1=<new>")
      .replaceAll(/platform_link_\w+=[\w-]+/g, "platform_link_<new>=<new>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      // The application's `Date` header, in responses to forwarded requests (RFC 9110, section 5.6.7).
      .replaceAll(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, "<time>")
      .replaceAll(/(?:o?ak|lk)_[\w-]?\.\.\./g, "<masked>")
  );
}
