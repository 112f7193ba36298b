import { expect, test, vi } from "vitest";
import { createBearerId, createId, createKey, createOrderedId, hasUuidForm } from "./ids.ts";

test("an id is its prefix and twelve characters of the alphabet", () => {
  expect(createId("ca")).toMatch(/^ca_[A-Za-z0-9_-]{12}$/);
  expect(createId("req_file")).toMatch(/^req_file_[A-Za-z0-9_-]{12}$/);
});

test("bearer-like ids carry at least 128 bits and keys at least 160, at 6 bits a character", () => {
  expect(createBearerId("lk").length - 3).toBeGreaterThanOrEqual(Math.ceil(128 / 6));
  expect(createKey("ak").length - 3).toBeGreaterThanOrEqual(Math.ceil(160 / 6));
  expect(createKey("oak")).toMatch(/^oak_[A-Za-z0-9_-]{27,}$/);
});

test("a UUID is distinguished from texts that look like one", () => {
  expect(hasUuidForm("5D0C8F1A-3b7e-4c92-a6d4-1e9f7b2c8d53")).toBe(true);
  expect(hasUuidForm("5d0c8f1a3b7e4c92a6d41e9f7b2c8d53")).toBe(false);
  expect(hasUuidForm("5d0c8f1a-3b7e-4c92-a6d4-1e9f7b2c8d53\n")).toBe(false);
});

test("ten thousand ids are ten thousand different ones", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => createId("log"))).size).toBe(10_000);
});

test("an ordered id comes after those of earlier milliseconds, in the order of bytes", () => {
  vi.useFakeTimers();
  const ids = [0, 1, 63, 64, 4_095, 4_096, 1_795_000_000_000, 1_795_000_000_001].map((time) => {
    vi.setSystemTime(time);
    return createOrderedId("job");
  });
  vi.useRealTimers();
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => /^job_[\w-]{20}$/.test(id))).toBe(true);
});
