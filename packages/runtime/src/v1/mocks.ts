/**
 * The functions that generated factories call. Each makes a value of one kind, from a seed. They are separate, so that a
 * bundle has only those that its factories call.
 */
export {
  createMockData,
  type FakerLike,
  type Maker,
  type MockData,
  type MockDataOptions,
  seed,
  useFaker,
} from "./mocks/data.ts";
export {
  fakeDate,
  fakeDateTime,
  fakeDuration,
  fakeHex,
  fakeIpv4,
  fakeIpv6,
  fakeTime,
  fakeUuid,
} from "./mocks/formats.ts";
export {
  fakeCity,
  fakeCompany,
  fakeCountry,
  fakeEmail,
  fakeFirstName,
  fakeFullName,
  fakeHostname,
  fakeLastName,
  fakePhone,
  fakePostalCode,
  fakeState,
  fakeStreet,
  fakeUrl,
  fakeUsername,
} from "./mocks/names.ts";
export { fakeBoolean, fakeInteger, fakeNumber } from "./mocks/numbers.ts";
export type { Overrides } from "./mocks/overrides.ts";
export {
  fakeEither,
  fakeList,
  fakeMap,
  fakeNullable,
  fakeObject,
  fakeOneOf,
  fakeSet,
  fakeTagged,
  fakeTuple,
  type ObjectOptions,
} from "./mocks/structures.ts";
export {
  fakeLike,
  fakeSentence,
  fakeWithin,
  fakeWord,
  fakeWords,
  type Piece,
} from "./mocks/texts.ts";
