import {
  drawItem,
  drawWhole,
  type FakerLike,
  getSharedData,
  type Maker,
  type MockData,
} from "./data.ts";

/**
 * A text that is given, or else one of faker if there is a faker, or else of the function.
 *
 * @param ask takes the text from faker, whose seed is drawn before
 */
export function drawText(
  given: unknown,
  data: MockData | undefined,
  make: (data: MockData) => string,
  ask?: (faker: FakerLike) => string,
): string {
  if (given !== undefined) {
    // The types of factories allow texts only.
    return given as string;
  }
  const used = data ?? getSharedData();
  if (used.faker === undefined || ask === undefined) {
    return make(used);
  }
  used.faker.seed(drawWhole(used, 0, 2 ** 31));
  return ask(used.faker);
}

const words = "amber birch coral ember harbor island lagoon maple meadow ocean river willow".split(
  " ",
);

/** Two or three words. */
export function fakeWords(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) => `${drawItem(used, words)} ${drawItem(used, words)}`,
    ({ lorem }) => lorem.words(2),
  );
}

/** One word of letters from a to z, such as the name of a member. */
export function fakeWord(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => drawItem(used, words));
}

/** A sentence. */
export function fakeSentence(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) =>
      `The ${drawItem(used, words)} ${drawItem(used, words)} is near the ${drawItem(used, words)}.`,
    ({ lorem }) => lorem.sentence(),
  );
}

/** The texts of a maker, cut or continued with letters so that they have a length within bounds, in code points. */
export function fakeWithin(make: Maker<string>, least: number, most: number): Maker<string> {
  return (given, data = getSharedData()) => {
    if (given !== undefined) {
      return given as string; // The types of factories allow texts only.
    }
    const characters = [...make(undefined, data)].slice(0, most);
    while (characters.length < least) {
      characters.push(drawItem(data, letters));
    }
    return characters.join("");
  };
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** A text, or some characters out of the first text: at least the first number of them, and at most the second. */
export type Piece = string | readonly [characters: string, least: number, most: number];

/** Texts that are put together from pieces: `fakeLike("ord_", ["0123456789", 6, 6])` makes `ord_204817`. */
export function fakeLike(...pieces: readonly Piece[]): Maker<string> {
  return (given, data) =>
    drawText(given, data, (used) =>
      pieces
        .map((piece) => {
          if (typeof piece === "string") {
            return piece;
          }
          const [characters, least, most] = piece;
          const length = drawWhole(used, least, most);
          return Array.from({ length }, () => drawItem(used, characters)).join("");
        })
        .join(""),
    );
}
