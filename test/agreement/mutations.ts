import { isObject } from "../../scripts/support/document.ts";

const strangers: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  "",
  " ",
  "x",
  "ACTIVE",
  "2026-02-30T25:00:00Z",
  "not a uri",
  "😀",
  [],
  [null],
  {},
  { x: 1 },
];

/** Copies a JSON value and changes, removes or adds something at one random place. The copy may still be valid. */
export function mutate(value: unknown, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  if (isObject(value) && Object.keys(value).length > 0 && random() < 0.85) {
    const key = pick(Object.keys(value)) ?? "";
    const action = random();
    if (action < 0.2) {
      const { [key]: _left, ...rest } = value;
      return rest;
    }
    if (action < 0.3) {
      return { ...value, unexpected: pick(strangers) };
    }
    return { ...value, [key]: mutate(value[key], random) };
  }
  if (Array.isArray(value) && value.length > 0 && random() < 0.85) {
    const index = Math.floor(random() * value.length);
    if (random() < 0.2) {
      return [...value, pick(value)];
    }
    return value.map((item, at) => (at === index ? mutate(item, random) : item));
  }
  if (typeof value === "string" && random() < 0.5) {
    return random() < 0.5 ? value.slice(0, -1) : `${value}!`;
  }
  if (typeof value === "number" && random() < 0.5) {
    return random() < 0.5 ? -value : value + 0.5;
  }
  return pick(strangers);
}
