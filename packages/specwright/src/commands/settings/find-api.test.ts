import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { findApi } from "./find-api.ts";

test("an API is found by its document and by its name, which a folder may have too, and a file not", () => {
  const folder = makeTemporaryFolder({ "api.yaml": "", "shop/readme.txt": "", file: "" });
  const apis = ["shop", "file"].map((name) => ({ name, document: join(folder, `${name}.yaml`) }));
  expect(findApi(apis, "shop", folder)?.name).toBe("shop");
  expect(findApi(apis, "./shop.yaml", folder)?.name).toBe("shop");
  expect(findApi(apis, "file", folder)).toBeUndefined();
  expect(findApi(apis, "other", folder)).toBeUndefined();
});
