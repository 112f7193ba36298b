import type { TimeUnit } from "../../applications/toolkits/types/poll-types.ts";

/** The values for the names in a rule: `{since}` is the member `since`, and `{config.q}` the member `q` of `config`. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call. An argument whose whole text is one name gets the value as it is. An argument that names an
 * absent member is left out, or loses the name where it has other text: `{config.q} after:{since}` is
 * `after:1700000000` when `q` is left out. Text in braces stays when it does not begin with one of the names.
 */
export function fillArguments(
  written: Readonly<Record<string, unknown>>,
  values: ArgumentValues,
): Readonly<Record<string, unknown>> {
  const filled = Object.entries(written).map(([name, value]) => [name, fill(value, values)]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function fill(written: unknown, values: ArgumentValues): unknown {
  if (typeof written === "string") {
    return fillText(written, values);
  }
  if (Array.isArray(written)) {
    return written.map((each) => fill(each, values)).filter((each) => each !== undefined);
  }
  return typeof written === "object" && written !== null
    ? fillArguments({ ...written }, values)
    : written;
}

function fillText(text: string, values: ArgumentValues): unknown {
  const [whole, first = "", rest] = /^\{([a-z]+)(?:\.([^{}]+))?\}$/.exec(text) ?? [];
  if (whole !== undefined && Object.hasOwn(values, first)) {
    return find(values, first, rest);
  }
  return text
    .replaceAll(/\{([a-z]+)(?:\.([^{}]+))?\}/g, (name, of: string, member?: string) =>
      Object.hasOwn(values, of) ? String(find(values, of, member) ?? "") : name,
    )
    .trim();
}

function find(values: ArgumentValues, name: string, member: string | undefined): unknown {
  const value = values[name];
  if (member === undefined) {
    return value;
  }
  return typeof value === "object" && value !== null && Object.hasOwn(value, member)
    ? new Map(Object.entries(value)).get(member)
    : undefined;
}

/** A time in the format that an application expects. */
export function writeTime(time: Date, unit: TimeUnit): string {
  switch (unit) {
    case "date-time":
      return time.toISOString();
    case "seconds":
      return String(Math.floor(time.getTime() / 1000));
    case "milliseconds":
      return String(time.getTime());
    default:
      return unit satisfies never;
  }
}

/** A time as an application writes it; undefined for any other value. */
export function readTime(value: unknown, unit: TimeUnit): Date | undefined {
  if (typeof value !== "string" && typeof value !== "number") {
    return undefined;
  }
  const factor = { "date-time": undefined, seconds: 1000, milliseconds: 1 }[unit];
  const time = new Date(factor === undefined ? value : Number(value) * factor);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
