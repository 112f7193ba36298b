import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { insertSampleAccount } from "../../testing/fill-accounts.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createKnownAccounts, type KnownAccount } from "./known-accounts.ts";
import { chooseAccounts } from "./read-accounts.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  test("of more than a thousand accounts, the one that was read longest ago is forgotten", async () => {
    const { projectId } = fixture;
    const accountId = await insertSampleAccount(fixture.platform, projectId, "forge", "API_KEY");
    const read: KnownAccount[] = [];
    await fixture.run((scope) => chooseAccounts(scope, [{ accountId }], (each) => read.push(each)));
    const { keep, recall } = createKnownAccounts();
    // An account of another version of the catalog counts as another one.
    const versions = Array.from({ length: 1001 }, (_, index) => index);
    for (const catalogVersion of [...versions.slice(0, 1000), 0, 1000]) {
      for (const each of read) {
        keep({ projectId, catalogVersion }, each);
      }
    }
    expect(read).toHaveLength(1);
    const forgotten = versions.filter(
      (catalogVersion) => recall({ projectId, catalogVersion }, { accountId }) === undefined,
    );
    expect(forgotten).toEqual([1]);
  });
});
