import { drawNumber, drawWhole, getSharedData, type Maker, type MockData } from "./data.ts";

/** Whole numbers within bounds, which are included. */
export function fakeInteger(minimum: number, maximum: number): Maker<number> {
  return fakeNumber(minimum, maximum, 1);
}

/**
 * Numbers from `minimum` times to `maximum` times a step. Multiplying whole numbers avoids the errors of binary fractions:
 * in JavaScript, 3 × 0.1 is not 0.3.
 */
export function fakeNumber(minimum: number, maximum: number, step: number): Maker<number> {
  return (given, data = getSharedData()) =>
    // The types of factories allow numbers only.
    given === undefined
      ? Number((drawWhole(data, minimum, maximum) * step).toPrecision(15))
      : (given as number);
}

/** True or false. */
export function fakeBoolean(given?: unknown, data: MockData = getSharedData()): unknown {
  return given === undefined ? drawNumber(data) < 0.5 : given;
}
