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
  /** The split bodies, parameters and headers, by direction and original, so that each is split once. */
  readonly bodies: Map<string, Map<object, unknown>>;
  readonly operations: Map<string, Map<Operation, Operation>>;
}

/** Returns a part of an operation as a direction has it: the very same object when nothing differs. */
export type SplitPart<T> = (value: T, variants: Variants, split: Split) => T;

/**
 * Splits a part that an operation uses. A component has one usual direction. When an operation uses it in the other
 * direction and it differs there, the split part is written in place, without the component's name.
 */
export function splitUse<T extends object>(
  use: Use<T>,
  direction: Direction,
  usual: Direction,
  part: SplitPart<T>,
  split: Split,
): Use<T> {
  const value = varyOnce(use.value, direction, part, split);
  if (direction !== usual && use.name !== undefined) {
    return value === varyOnce(use.value, usual, part, split) ? use : { value };
  }
  return value === use.value ? use : { ...use, value };
}

/** Makes the variant of a part in a direction once, and then returns the same object. */
export function varyOnce<T extends object>(
  value: T,
  direction: Direction,
  part: SplitPart<T>,
  split: Split,
): T {
  const known = split.bodies.get(direction) ?? new Map<object, unknown>();
  split.bodies.set(direction, known);
  // A variant has the same type as the part that it was made from.
  const made = (known.get(value) as T | undefined) ?? part(value, split[direction], split);
  known.set(value, made);
  return made;
}

/** The parameter's schema, or the schemas of its content. */
export const splitParameter: SplitPart<Parameter> = (parameter, variants) => {
  const schema = variants.vary(parameter.schema);
  const content = parameter.content?.map((mediaType) => splitMediaType(mediaType, variants));
  return schema === parameter.schema && hasSameItems(content ?? [], parameter.content ?? [])
    ? parameter
    : { ...parameter, schema, ...(content === undefined ? {} : { content }) };
};

/** The schemas of its content. */
export const splitRequestBody: SplitPart<RequestBody> = (body, variants) => {
  const content = body.content.map((mediaType) => splitMediaType(mediaType, variants));
  return hasSameItems(content, body.content) ? body : { ...body, content };
};

/** Splits the headers of a response and the schemas of its content. */
export const splitResponse: SplitPart<Response> = (response, variants, split) => {
  const content = response.content.map((mediaType) => splitMediaType(mediaType, variants));
  const headers = mapValues(response.headers, (use) =>
    splitUse(use, variants.direction, "response", splitHeader, split),
  );
  return hasSameItems(content, response.content) &&
    hasSameItems([...headers.values()], [...response.headers.values()])
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
export function hasSameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
