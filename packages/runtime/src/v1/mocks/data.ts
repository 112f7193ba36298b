/** The part of `@faker-js/faker` that factories call. An instance of its `Faker` fits. */
export interface FakerLike {
  readonly seed: (seed: number) => unknown;
  readonly company: { readonly name: () => string };
  readonly internet: {
    readonly email: () => string;
    readonly url: () => string;
    readonly username: () => string;
  };
  readonly location: {
    readonly city: () => string;
    readonly country: () => string;
    readonly state: () => string;
    readonly streetAddress: () => string;
    readonly zipCode: () => string;
  };
  readonly lorem: { readonly sentence: () => string; readonly words: (count: number) => string };
  readonly person: {
    readonly firstName: () => string;
    readonly fullName: () => string;
    readonly lastName: () => string;
  };
  readonly phone: { readonly number: () => string };
}

/** From what values are made: the state of the generator, and how much a value may have. */
export interface MockData {
  /** The state of the generator, 32 bits. Equal states make equal values. */
  state: number;
  /** How many objects the value that is made now is inside. Deep objects leave out optional members. */
  depth: number;
  /** Members of the other direction are left out: `readOnly` of requests, `writeOnly` of responses. Default: none are. */
  readonly direction?: "request" | "response" | undefined;
  readonly faker?: FakerLike | undefined;
}

/** The options of `createMockData`. */
export interface MockDataOptions extends Pick<MockData, "direction" | "faker"> {
  /** Equal seeds make equal values on every machine. Default: that of `seed`, or 1. */
  readonly seed?: number;
}

/** Makes a value. Members of `given` replace those that would be made, also in depth. */
export type Maker<T = unknown> = (given?: unknown, data?: MockData) => T;

const shared: { seed: number; faker: FakerLike | undefined; data: MockData | undefined } = {
  seed: 1,
  faker: undefined,
  data: undefined,
};

/**
 * Starts the values of all factories again: after the same seed, the same calls make the same values. Handlers make their
 * answers from the seed and the request, so that a request always has the same answer.
 *
 * @example
 * ```ts
 * import { createMockData, seed } from "@specwright/runtime/v1/mocks";
 *
 * seed(42);
 * createMockData().state; // => 42
 * ```
 */
export function seed(value: number): void {
  shared.seed = value;
  shared.data = undefined;
}

/**
 * Lets factories take names, addresses and texts from `@faker-js/faker`. Undefined: from small lists of their own.
 *
 * @example
 * ```ts
 * import { createMockData, useFaker } from "@specwright/runtime/v1/mocks";
 *
 * useFaker(undefined);
 * createMockData().faker; // => undefined
 * ```
 */
export function useFaker(faker: FakerLike | undefined): void {
  shared.faker = faker;
  shared.data = undefined;
}

/**
 * From what a factory makes its values, apart from all others.
 *
 * @example
 * ```ts
 * import { createMockData } from "@specwright/runtime/v1/mocks";
 *
 * createMockData({ seed: 42 }).state; // => 42
 * ```
 */
export function createMockData(options: MockDataOptions = {}, text = ""): MockData {
  let state = options.seed ?? shared.seed;
  // FNV-1a over UTF-16 units.
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return { state, depth: 0, direction: options.direction, faker: options.faker ?? shared.faker };
}

/** The data of calls that name none. */
export function getSharedData(): MockData {
  shared.data ??= createMockData();
  return shared.data;
}

/** A number from 0 up to 1 (mulberry32). */
export function drawNumber(data: MockData): number {
  data.state = (data.state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(data.state ^ (data.state >>> 15), 1 | data.state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A whole number. Both bounds are included. */
export function drawWhole(data: MockData, minimum: number, maximum: number): number {
  return minimum + Math.floor(drawNumber(data) * (maximum - minimum + 1));
}

/** One of the items, or of the characters of a text. */
export function drawItem<T>(data: MockData, items: ArrayLike<T>): T {
  // Lists of factories are never empty.
  return items[drawWhole(data, 0, items.length - 1)] as T;
}
