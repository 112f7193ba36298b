import { LRUCache } from "lru-cache";
import { expect, test } from "vitest";
import { keepBySize } from "./keep-by-size.ts";

test("a full cache forgets the value that was not used for longest, and keeps one that is too large alone", () => {
  const cache = new LRUCache<string, object>({ maxSize: 100 });
  keepBySize(cache, "a", {}, 40);
  keepBySize(cache, "b", {}, 40);
  cache.get("a");
  keepBySize(cache, "c", {}, 40);
  expect([...cache.keys()].toSorted()).toEqual(["a", "c"]);
  keepBySize(cache, "large", {}, 1_000);
  expect([...cache.keys()]).toEqual(["large"]);
  keepBySize(cache, "empty", {}, 0);
  expect([...cache.keys()]).toEqual(["empty"]);
});
