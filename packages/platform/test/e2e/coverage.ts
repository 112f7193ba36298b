import {
  isObject,
  listOperations,
  type OpenApiDocument,
  resolve,
} from "../../../../scripts/support/document.ts";
import type { OperationPlace } from "../../../../scripts/support/operations.ts";

/** Compares the responses of the tests with those that the document lists. */
export interface Coverage {
  readonly places: readonly OperationPlace[];
  /** A `fetch` that records each answer. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * The documented outcomes of these operations (such as `getTool 404 Tool_NotFound`) that occurred, and those that
   * did not.
   */
  report(operations: ReadonlySet<string>): {
    readonly covered: readonly string[];
    readonly missing: readonly string[];
    /** Outcomes that occurred and are not documented. */
    readonly strange: readonly string[];
  };
}

/** Records every response that passes through its `fetch`. */
export function createCoverage(document: OpenApiDocument): Coverage {
  const places = listOperations(document);
  const routes = places.map((place) => ({
    place,
    pattern: new RegExp(`^${place.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
    templates: place.path.split("{").length,
  }));
  // Static segments win over templates.
  routes.sort((a, b) => a.templates - b.templates);
  const seen = new Set<string>();
  return {
    places,
    fetch: async (request) => {
      const response = await fetch(request);
      const { pathname } = new URL(request.url);
      const outcome = await nameOutcome(response.clone());
      const path = routes.find(({ pattern }) => pattern.test(pathname))?.place.path;
      for (const { place, pattern } of routes) {
        const isCalled = place.method.toUpperCase() === request.method && pattern.test(pathname);
        // No operation has the method of a 405 request, so the response counts for every operation at the path.
        const isRefused = response.status === 405 && place.path === path;
        if (isRefused || isCalled) {
          seen.add(`${place.operation.operationId} ${outcome}`);
        }
        if (isCalled) {
          break;
        }
      }
      return response;
    },
    report: (operations) => {
      const documented = new Set(
        places
          .filter(({ operation }) => operations.has(operation.operationId))
          .flatMap((place) => listOutcomes(document, place)),
      );
      const came = [...seen].filter((each) => operations.has(each.split(" ")[0] ?? ""));
      return {
        covered: [...documented].filter((each) => seen.has(each)),
        missing: [...documented].filter((each) => !seen.has(each)),
        strange: came.filter((each) => !documented.has(each)),
      };
    },
  };
}

async function nameOutcome(response: Response): Promise<string> {
  const { status } = response;
  if (status < 400) {
    return String(status);
  }
  const body: unknown = /json/.test(response.headers.get("content-type") ?? "")
    ? await response.json()
    : undefined;
  return `${status} ${nameError(body) ?? "page"}`;
}

/** The slug of an error of ours, or the code of one of JSON-RPC. */
function nameError(body: unknown): string | undefined {
  const { slug, code } = isObject(body) && isObject(body.error) ? body.error : {};
  return typeof slug === "string" ? slug : typeof code === "number" ? String(code) : undefined;
}

/** The outcomes that an operation documents: each success, each error by its slug or code, and each page of an error. */
function listOutcomes(document: OpenApiDocument, { operation }: OperationPlace): readonly string[] {
  const responses = resolve(document, (operation as { readonly responses?: unknown }).responses);
  return Object.entries(responses).flatMap(([status, reference]) => {
    const name = `${operation.operationId} ${status}`;
    if (Number(status) < 400) {
      return [name];
    }
    const content = resolve(document, reference).content;
    return Object.entries(isObject(content) ? content : {}).flatMap(([mediaType, media]) =>
      mediaType === "text/html"
        ? [`${name} page`]
        : listSlugs(document, media).map((slug) => `${name} ${slug}`),
    );
  });
}

function listSlugs(document: OpenApiDocument, media: unknown): readonly string[] {
  const { examples } = resolve(document, media);
  return Object.values(isObject(examples) ? examples : {}).flatMap((example) => {
    return nameError(resolve(document, example).value) ?? [];
  });
}
