import { drawItem, drawWhole, type MockData } from "./data.ts";
import { drawText } from "./texts.ts";

function drawHex(data: MockData, length: number): string {
  return Array.from({ length }, () => drawItem(data, "0123456789abcdef")).join("");
}

function drawTwoDigits(data: MockData, least: number, most: number): string {
  return String(drawWhole(data, least, most)).padStart(2, "0");
}

function drawDay(data: MockData): string {
  return `202${drawWhole(data, 0, 6)}-${drawTwoDigits(data, 1, 12)}-${drawTwoDigits(data, 1, 28)}`;
}

function drawTime(data: MockData): string {
  return `${drawTwoDigits(data, 0, 23)}:${drawTwoDigits(data, 0, 59)}:${drawTwoDigits(data, 0, 59)}Z`;
}

/** A UUID of version 4. */
export function fakeUuid(given?: unknown, data?: MockData): string {
  return drawText(
    given,
    data,
    (used) =>
      `${drawHex(used, 8)}-${drawHex(used, 4)}-4${drawHex(used, 3)}-a${drawHex(used, 3)}-${drawHex(used, 12)}`,
  );
}

/** A date and time of the years 2020 to 2026 (RFC 3339). */
export function fakeDateTime(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => `${drawDay(used)}T${drawTime(used)}`);
}

/** A date, such as `2024-05-17`. */
export function fakeDate(given?: unknown, data?: MockData): string {
  return drawText(given, data, drawDay);
}

/** A time of day in UTC, such as `09:30:00Z`. */
export function fakeTime(given?: unknown, data?: MockData): string {
  return drawText(given, data, drawTime);
}

/** A duration of whole days (ISO 8601). */
export function fakeDuration(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => `P${drawWhole(used, 1, 30)}D`);
}

/** An IPv4 address of the range for documentation (RFC 5737). */
export function fakeIpv4(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => `192.0.2.${drawWhole(used, 1, 254)}`);
}

/** An IPv6 address of the range for documentation (RFC 3849). */
export function fakeIpv6(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => `2001:db8::${drawHex(used, 4)}`);
}

/** Hexadecimal digits, such as those of a hash. */
export function fakeHex(given?: unknown, data?: MockData): string {
  return drawText(given, data, (used) => drawHex(used, 32));
}
