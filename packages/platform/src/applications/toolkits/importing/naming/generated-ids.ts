import { splitName } from "../../documents/path-names.ts";

/** The operation as far as its name depends on it. */
export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly summary?: string | undefined;
  readonly tags: readonly string[];
}

/** Longer ids and paths are not looked at, because that could take long. */
const mostCharacters = 300;

/**
 * The name that a framework made an `operationId` of, in words; undefined for an id that a person chose. The words are empty when
 * they say less than summary and path: `UsersController_findAll`, `apiV1UsersGet`, `findAll_1`.
 *
 * @param ids all ids of the document: `findAll_1` was made by a framework when there is `findAll` too
 */
export function readGeneratedId(
  { method, path, operationId, tags }: NamedOperation,
  ids: ReadonlySet<string>,
): readonly string[] | undefined {
  if (operationId === undefined || operationId.trim() === "") {
    return [];
  }
  if (operationId.length > mostCharacters || path.length > mostCharacters) {
    return undefined;
  }
  const ofFunction = readFastApiName(operationId, method, path);
  if (ofFunction !== undefined) {
    return keepTelling(splitName(ofFunction));
  }
  const [controller, action, ...none] = operationId.split("Controller_");
  if (controller !== "" && action !== undefined && none.length === 0 && !/\W/.test(operationId)) {
    return keepTelling(splitName(action.replace(/(?:_v\d{1,4})?(?:_\d{1,4})?$/, "")));
  }
  const ofAction = /^([A-Z][A-Za-z]*)_([A-Z][A-Za-z]*?)\d*$/.exec(operationId);
  if (ofAction !== null && isNamed(ofAction[1] ?? "", [...tags, ...path.split("/")])) {
    return keepTelling(splitName(ofAction[2] ?? ""));
  }
  const numbered = /^(\w*[a-z])_\d{1,4}$/i.exec(operationId);
  if (numbered !== null && ids.has(numbered[1] ?? "")) {
    return [];
  }
  if (ids.has(`${operationId}_1`) && keepTelling(splitName(operationId)).length === 0) {
    return [];
  }
  return isPath(operationId, method, path) || /[\da-f]{16}/i.test(operationId) ? [] : undefined;
}

/** The most segments of a path that an application may not know. */
const mostMounted = 8;

/**
 * FastAPI joins function, path and method: `create_flow_flows__post`. An application that is mounted below another one
 * does not know the beginning of its paths.
 */
function readFastApiName(id: string, method: string, path: string): string | undefined {
  const segments = path.split("/");
  for (let start = 1; start <= mostMounted; start += 1) {
    const known = `/${segments.slice(start).join("/")}`.replace(/\W/g, "_");
    const end = `${known}_${method}`;
    if (
      start < segments.length &&
      id.length > end.length &&
      id.toLowerCase().endsWith(end.toLowerCase())
    ) {
      return id.slice(0, -end.length);
    }
  }
  return undefined;
}

/** Names of functions that are the same in every controller. */
const everywhere = new Set(
  (
    "all by create delete destroy edit fetch find get handle handler id index insert item items list many new one patch post put query " +
    "read remove replace retrieve root save search show single store update upsert view endpoint"
  ).split(" "),
);

function keepTelling(words: readonly string[]): readonly string[] {
  return words.length < 2 || words.every((word) => everywhere.has(word)) ? [] : words;
}

function isNamed(controller: string, names: readonly string[]): boolean {
  return names.some((name) => squeeze(name) === squeeze(controller));
}

/**
 * True for an id that only repeats the method and the path: `getApiV1Users`, `apiUsersIdDelete`, `post_files_content`. `getUsers` is
 * such an id too, but a person would have chosen the same.
 */
function isPath(id: string, method: string, path: string): boolean {
  const whole = squeeze(id);
  const bare = path.replace(/\{[^{}]*\}/g, "");
  const ids = path.replace(/\{[^{}]*\}/g, (name) => (/id\}$/i.test(name) ? "id" : name));
  const forms = [path, bare, ids, path.replace(/\{/g, "by/")].flatMap((form) => [
    squeeze(form),
    squeeze(form.replace(/^\/(?:api\/)?(?:v\d+\/)?/i, "/")),
  ]);
  const plain = squeeze(bare.replace(/^\/(?:api\/)?(?:v\d+\/)?/i, "/"));
  const hasMany = bare.split("/").filter((segment) => segment !== "").length > 1;
  const isOdd = method !== "get" && method !== "delete";
  return forms.some(
    (form) =>
      form !== "" &&
      ((whole === method + form && (form !== plain || hasMany || isOdd)) ||
        (whole === form + method && (form !== plain || isOdd))),
  );
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]/g, "");
}
