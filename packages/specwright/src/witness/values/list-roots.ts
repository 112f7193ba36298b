import { listWebhookOperations, matchOperations } from "../../compare/document/match-operations.ts";
import { nameOperation } from "../../compare/operations/compare-operations.ts";
import type {
  Direction,
  Header,
  MediaType,
  Model,
  Operation,
  Parameter,
  Schema,
  Use,
} from "../../document/model/model.ts";
import { listNamesInBraces } from "../../document/model/path-key.ts";
import { describeStreamItem, findStreamFormat } from "../../emit/shared/bodies/stream-item.ts";
import { findCheckedSchema } from "../../emit/validators/definitions/operations.ts";

/** A part of a request or of an answer that is one value: a body, a parameter or a header. */
export interface ValueRoot {
  /** Equal for the same part in both documents. */
  readonly key: string;
  readonly direction: Direction;
  /** Such as `body` or `query parameter limit`. */
  readonly place: string;
  readonly mediaType?: MediaType;
  readonly parameter?: Parameter;
  /** Set when the value is an object of all parameters of a location, or of all headers of an answer. */
  readonly isGroup?: true;
  /** The schema of the value. */
  readonly schema: Schema;
}

/** The same part in both documents. */
export interface RootPair {
  readonly operation: string;
  readonly before: ValueRoot;
  readonly after: ValueRoot;
}

/** The parts of each operation that both documents have, by the operation's name in changes. */
export function listRoots(
  before: Model,
  after: Model,
): ReadonlyMap<string, () => readonly RootPair[]> {
  const found = new Map<string, () => readonly RootPair[]>();
  const add = (name: string, from: Operation, to: Operation, direction: Direction): void => {
    const others = found.get(name);
    let made: readonly RootPair[] | undefined;
    found.set(name, () => {
      made ??= [...(others?.() ?? []), ...pairRoots(name, from, to, direction)];
      return made;
    });
  };
  for (const pair of matchOperations(before.operations, after.operations).both) {
    add(nameOperation(pair.after), pair.before, pair.after, "request");
  }
  const [from, to] = [before.webhooks, after.webhooks].map(listWebhookOperations);
  for (const pair of matchOperations(from ?? [], to ?? []).both) {
    add(`webhook ${pair.after.path}`, pair.before, pair.after, "response");
  }
  return found;
}

function pairRoots(
  operation: string,
  before: Operation,
  after: Operation,
  direction: Direction,
): readonly RootPair[] {
  const others = new Map(listOwnRoots(after, direction, "").map((root) => [root.key, root]));
  return listOwnRoots(before, direction, "").flatMap((root) => {
    const other = others.get(root.key);
    return other === undefined ? [] : [{ operation, before: root, after: other }];
  });
}

/** @param within the callback to which the operation belongs, such as ` of callback done` */
function listOwnRoots(
  operation: Operation,
  direction: Direction,
  within: string,
): readonly ValueRoot[] {
  const answered = reverseDirection(direction);
  const { requestBody, responses, callbacks } = operation;
  return [
    ...listParameterRoots(operation, direction, within),
    ...listBodyRoots(requestBody?.value.content ?? [], direction, `body${within}`),
    ...[...responses].flatMap(([status, { value }]) => [
      ...listBodyRoots(value.content, answered, `body of response ${status}${within}`),
      ...listHeaderRoots(value.headers, operation, answered, `of response ${status}${within}`),
    ]),
    ...callbacks.flatMap(({ name, pathItems }) =>
      pathItems
        .flatMap(({ operations }) => operations)
        .flatMap((each) => listOwnRoots(each, answered, `${within} of callback ${name}`)),
    ),
  ];
}

function listParameterRoots(
  { parameters, path, location: { file } }: Operation,
  direction: Direction,
  within: string,
): readonly ValueRoot[] {
  const all = parameters.map(({ value }) => value);
  const inPath = listNamesInBraces(path);
  const nameKey = ({ name, in: place }: Parameter): string =>
    place === "path"
      ? String(inPath.indexOf(name))
      : place === "header"
        ? name.toLowerCase()
        : name;
  const single = all.map((parameter): ValueRoot => {
    const place = `${parameter.in} parameter ${parameter.name}${within}`;
    const key = `${parameter.in} ${nameKey(parameter)}${within}`;
    return { key, direction, place, parameter, schema: parameter.schema };
  });
  const groups = (["query", "header", "cookie"] as const).map((location): ValueRoot => {
    const members = all.filter((each) => each.in === location);
    const place = `${location} parameters${within}`;
    const schema: Schema = {
      location: { file, pointer: `/${location}` },
      types: ["object"],
      properties: new Map(members.map((each) => [nameKey(each), each.schema])),
      required: members.filter(({ required }) => required).map(nameKey),
    };
    return { key: place, direction, place, isGroup: true, schema };
  });
  return [...single, ...groups];
}

function listBodyRoots(
  content: readonly MediaType[],
  direction: Direction,
  place: string,
): readonly ValueRoot[] {
  return content.map((mediaType) => {
    const isStream = findStreamFormat(mediaType.mediaType) !== undefined;
    const where = isStream ? `item of the ${place}` : place;
    const { data } = isStream ? describeStreamItem(mediaType) : {};
    const schema = data ?? findCheckedSchema(mediaType) ?? anything(mediaType);
    const key = `${where} as ${mediaType.mediaType.toLowerCase().replace(/\s/g, "")}`;
    return { key, direction, place: where, mediaType, schema };
  });
}

function anything({ mediaType }: MediaType): Schema {
  return { location: { file: "", pointer: `/${mediaType}` }, boolean: true };
}

function listHeaderRoots(
  headers: ReadonlyMap<string, Use<Header>>,
  { location: { file } }: Operation,
  direction: Direction,
  end: string,
): readonly ValueRoot[] {
  const all = [...headers].map(([name, { value }]) => [name.toLowerCase(), value] as const);
  const schema: Schema = {
    location: { file, pointer: "/headers" },
    types: ["object"],
    properties: new Map(all.map(([name, header]) => [name, header.schema])),
    required: all.filter(([, { required }]) => required).map(([name]) => name),
  };
  const place = `headers ${end}`;
  return [
    ...all.map(([name, header]): ValueRoot => {
      const key = `header ${name} ${end}`;
      const parameter = toParameter(name, header);
      return { key, direction, place: key, parameter, schema: header.schema };
    }),
    { key: place, direction, place, isGroup: true, schema },
  ];
}

/** A header as the parameter of a request with the same header. */
function toParameter(name: string, header: Header): Parameter {
  const { examples, ...members } = header;
  return {
    ...{ ...members, examples, name, in: "header", style: "simple" },
    ...{ allowReserved: false, allowEmptyValue: false, extensions: new Map() },
  };
}

function reverseDirection(direction: Direction): Direction {
  return direction === "request" ? "response" : "request";
}
