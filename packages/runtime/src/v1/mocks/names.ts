import { drawItem, drawWhole, type FakerLike, getSharedData, type MockData } from "./data.ts";
import { drawText } from "./texts.ts";

const firstNames = "Ada Alan Barbara Edsger Grace Katherine Linus Margaret".split(" ");
const lastNames = "Lovelace Turing Liskov Dijkstra Hopper Johnson Torvalds Hamilton".split(" ");
const cities = "Aarhus Bilbao Cork Dresden Ghent Lyon Porto Turin".split(" ");
const countries = "Austria Chile Denmark Ghana Japan Kenya Norway Peru".split(" ");
const states = "Bavaria Brittany Galicia Ohio Oregon Queensland Tyrol Utah".split(" ");
const streets = "Bridge Castle Garden Harbor Mill Orchard Station Tower".split(" ");
const companies = "Birchwood Corvid Everline Fairmont Lumen Northwind Oakfield Solstice".split(" ");

function drawFrom(
  given: unknown,
  data: MockData | undefined,
  list: readonly string[],
  ask: (faker: FakerLike) => string,
): string {
  return drawText(given, data, (used) => drawItem(used, list), ask);
}

/** A first name. */
export function fakeFirstName(given?: unknown, data?: MockData): string {
  return drawFrom(given, data, firstNames, ({ person }) => person.firstName());
}

/** A last name. */
export function fakeLastName(given?: unknown, data?: MockData): string {
  return drawFrom(given, data, lastNames, ({ person }) => person.lastName());
}

/** A first and a last name. */
export function fakeFullName(given?: unknown, data: MockData = getSharedData()): string {
  return drawText(
    given,
    data,
    (used) => `${drawItem(used, firstNames)} ${drawItem(used, lastNames)}`,
    ({ person }) => person.fullName(),
  );
}

/** An email address of a domain for documentation (RFC 2606), or of faker. */
export function fakeEmail(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) => `${drawItem(used, firstNames).toLowerCase()}${drawWhole(used, 1, 999)}@example.com`,
    ({ internet }) => internet.email(),
  );
}

/** The name of a user of a service. */
export function fakeUsername(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) => `${drawItem(used, firstNames).toLowerCase()}${drawWhole(used, 1, 999)}`,
    ({ internet }) => internet.username(),
  );
}

/** A city. */
export function fakeCity(given?: unknown, data?: MockData): string {
  return drawFrom(given, data, cities, ({ location }) => location.city());
}

/** A country. */
export function fakeCountry(given?: unknown, data?: MockData): string {
  return drawFrom(given, data, countries, ({ location }) => location.country());
}

/** A state or a region. */
export function fakeState(given?: unknown, data?: MockData): string {
  return drawFrom(given, data, states, ({ location }) => location.state());
}

/** A street with a number. */
export function fakeStreet(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) => `${drawItem(used, streets)} Street ${drawWhole(used, 1, 99)}`,
    ({ location }) => location.streetAddress(),
  );
}

/** A postal code. */
export function fakePostalCode(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) => String(drawWhole(used, 10_000, 99_999)),
    ({ location }) => location.zipCode(),
  );
}

/** A company. */
export function fakeCompany(given?: unknown, data?: MockData): string {
  return drawFrom(given, data, companies, ({ company }) => company.name());
}

/** A phone number. Those that are not of faker belong to nobody. */
export function fakePhone(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) => `+1 202 555 01${String(drawWhole(used, 0, 99)).padStart(2, "0")}`,
    ({ phone }) => phone.number(),
  );
}

/** The address of a page. */
export function fakeUrl(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) =>
      `https://example.com/${drawItem(used, cities).toLowerCase()}/${drawWhole(used, 1, 999)}`,
    ({ internet }) => internet.url(),
  );
}

/** The name of a host. */
export function fakeHostname(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => `${drawItem(used, cities).toLowerCase()}.example.com`);
}
