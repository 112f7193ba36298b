import type { TimeUnit } from "../../toolkits/types/poll-types.ts";

/** The values that stand behind the names of a rule. */
export interface ArgumentValues {
  readonly config: Readonly<Record<string, unknown>>;
  readonly since: string;
}

/**
 * The arguments of a call. `{config.q}` and `{since}` stand for values; an argument whose whole text is one such name gets the
 * value as it is. An argument that names an absent member is left out, or loses the name where it has other text: `{config.q}
 * after:{since}` is `after:1700000000` when `q` is left out.
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

function fillText(text: string, { config, since }: ArgumentValues): unknown {
  const find = (name: string): unknown =>
    name === "since" ? since : config[name.slice("config.".length)];
  const whole = /^\{(since|config\.[^{}]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) {
    return find(whole);
  }
  return text
    .replaceAll(/\{(since|config\.[^{}]+)\}/g, (_, name: string) => String(find(name) ?? ""))
    .trim();
}

/** A time in the form that an application wants. */
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
