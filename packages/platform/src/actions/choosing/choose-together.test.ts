import { describe, expect, test } from "vitest";
import { setConnectedAccountStatus } from "../../domain/accounts/connected-accounts/set-connected-account-status.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { insertSampleAccount } from "../../testing/fill-accounts.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createAccountChooser } from "./choose-together.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  const connect = (projectId: string): Promise<string> =>
    insertSampleAccount(fixture.platform, projectId, "forge", "API_KEY");

  test("calls at the same time get the accounts that they name, and each its own refusal", async () => {
    const [mine, other] = [fixture.projectId, await fixture.createOtherProject()];
    const [first, second, theirs] = [
      await connect(mine),
      await connect(mine),
      await connect(other),
    ];
    const { choose } = createAccountChooser(fixture.platform);
    const asked = [
      [mine, first],
      [mine, second],
      [mine, first],
      [mine, theirs],
      [mine, "ca_missing"],
      [mine, "ca_\u0000"],
      [other, theirs],
    ] as const;
    const ended = await Promise.allSettled(
      asked.map(([projectId, accountId]) => choose({ projectId }, { accountId })),
    );
    const missing = { reason: { slug: "ToolExecution_ConnectedAccountNotFound" } };
    expect(ended).toMatchObject([
      { value: { id: first } },
      { value: { id: second } },
      { value: { id: first } },
      missing,
      missing,
      { reason: { slug: "Validation_Failed" } },
      { value: { id: theirs } },
    ]);
  });

  test("an account that was switched off is refused from then on, even while an earlier call still reads it", async () => {
    const projectId = await fixture.createOtherProject();
    const id = await connect(projectId);
    const { choose } = createAccountChooser(fixture.platform);
    // It may be refused too, before anybody waits for it.
    const before = choose({ projectId }, { accountId: id }).catch(() => {});
    await fixture.run((scope) => setConnectedAccountStatus(scope, id, false), projectId);
    const after = choose({ projectId }, { accountId: id });
    await expect(after).rejects.toMatchObject({ slug: "ToolExecution_AccountNotActive" });
    await before;
  });
});
