import { expect, test } from "vitest";
import { isOneEdit } from "./one-edit.ts";

test.each([
  ["droplet", "dropet"],
  ["droplet", "drooplet"],
  ["droplet", "driplet"],
  ["droplet", "dorplet"],
  ["droplet", "droplett"],
])("%s and %s differ by one typing mistake", (a, b) => {
  expect([isOneEdit(a, b), isOneEdit(b, a)]).toEqual([true, true]);
});

test.each([
  ["droplet", "droplet"],
  ["droplet", "dopret"],
  ["droplet", "roplett"],
  ["droplet", "drop"],
  ["abcd", "badc"],
])("%s and %s do not", (a, b) => {
  expect([isOneEdit(a, b), isOneEdit(b, a)]).toEqual([false, false]);
});
