import type {
  Direction,
  Header,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Use,
} from "../model.ts";
import type { Variants } from "./variants.ts";

/** The context in which one model is split. */
export interface Split {
  readonly request: Variants;
  readonly response: Variants;
  /** The split bodies, parameters and headers, by direction and original: they stay the same objects. */
  readonly bodies: Map<string, Map<object, unknown>>;
  readonly operations: Map<string, Map<Operation, Operation>>;
}

/** Makes of a part of an operation what it is in a direction: the very same object where nothing differs. */
export type SplitPart<T> = (value: T, variants: Variants, split: Split) => T;

/**
 * Splits what an operation uses. Components have one direction, so that a use in the other one stands in place unless it
 * is the same.
 */
export function splitUse<T extends object>(
  use: Use<T>,
  direction: Direction,
  usual: Direction,
  part: SplitPart<T>,
  split: Split,
): Use<T> {
  const value = once(use.value, direction, part, split);
  if (direction !== usual && use.name !== undefined) {
    return value === once(use.value, usual, part, split) ? use : { value };
  }
  return value === use.value ? use : { ...use, value };
}

/** The variant of a part in a direction, made once. */
export function once<T extends object>(
  value: T,
  direction: Direction,
  part: SplitPart<T>,
  split: Split,
): T {
  const known = split.bodies.get(direction) ?? new Map<object, unknown>();
  split.bodies.set(direction, known);
  // The known variant of an object has the type of its part.
  const made = (known.get(value) as T | undefined) ?? part(value, split[direction], split);
  known.set(value, made);
  return made;
}

/** Its schema, or those of its content. */
export const splitParameter: SplitPart<Parameter> = (parameter, variants) => {
  const schema = variants.vary(parameter.schema);
  const content = parameter.content?.map((mediaType) => splitMediaType(mediaType, variants));
  return schema === parameter.schema && sameList(content ?? [], parameter.content ?? [])
    ? parameter
    : { ...parameter, schema, ...(content === undefined ? {} : { content }) };
};

/** The schemas of its content. */
export const splitRequestBody: SplitPart<RequestBody> = (body, variants) => {
  const content = body.content.map((mediaType) => splitMediaType(mediaType, variants));
  return sameList(content, body.content) ? body : { ...body, content };
};

/** Its headers and the schemas of its content. */
export const splitResponse: SplitPart<Response> = (response, variants, split) => {
  const content = response.content.map((mediaType) => splitMediaType(mediaType, variants));
  const headers = mapValues(response.headers, (use) =>
    splitUse(use, variants.direction, "response", splitHeader, split),
  );
  return sameList(content, response.content) &&
    sameList([...headers.values()], [...response.headers.values()])
    ? response
    : { ...response, content, headers };
};

/** Its schema. */
export const splitHeader: SplitPart<Header> = (header, variants) => {
  const schema = variants.vary(header.schema);
  return schema === header.schema ? header : { ...header, schema };
};

function splitMediaType(mediaType: MediaType, { vary }: Variants): MediaType {
  const schema = mediaType.schema && vary(mediaType.schema);
  const itemSchema = mediaType.itemSchema && vary(mediaType.itemSchema);
  return schema === mediaType.schema && itemSchema === mediaType.itemSchema
    ? mediaType
    : {
        ...mediaType,
        ...(schema === undefined ? {} : { schema }),
        ...(itemSchema === undefined ? {} : { itemSchema }),
      };
}

/** The same keys with other values. */
export function mapValues<Value>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value) => Value,
): ReadonlyMap<string, Value> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}

/** Returns whether two lists have the very same items. */
export function sameList<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
