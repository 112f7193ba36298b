import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { ConnectedAccountResponse } from "../../../../../generated/types/index.js";
import { accountsOfQuery } from "../../api/tools.ts";

/** The accounts that can run a tool, and the one that is used when nobody chooses: the newest. */
export function useAccounts(toolkit: string) {
  const query = useQuery(accountsOfQuery(toolkit));
  const accounts = query.data?.items.filter(({ status }) => status === "ACTIVE") ?? [];
  return { query, accounts };
}

/** Chooses for whom a tool runs. */
export function AccountField({
  toolkit,
  accounts,
  isPending,
  isOptional,
  chosen,
  onChoose,
}: {
  readonly toolkit: string;
  readonly accounts: readonly ConnectedAccountResponse[];
  readonly isPending: boolean;
  readonly isOptional: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const id = useId();
  if (isPending) {
    return <div className="skeleton h-8" role="status" aria-label="The accounts are being read" />;
  }
  if (accounts.length === 0) {
    return isOptional ? (
      <p className="text-soft">The tool needs no account.</p>
    ) : (
      <p className="rounded-base border bg-wait-tint px-4 py-3">
        The tool acts for somebody, and no account is connected yet.{" "}
        <Link
          to="/accounts/connect/$toolkit"
          params={{ toolkit }}
          className="font-medium text-accent underline underline-offset-2"
        >
          Connect an account
        </Link>
      </p>
    );
  }
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="font-medium">
        Account
      </label>
      <select
        id={id}
        value={chosen ?? ""}
        onChange={({ target }) => onChoose(target.value)}
        className="field w-full"
      >
        {isOptional && <option value="">None: the tool needs no account</option>}
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {[account.alias ?? account.identity?.name, account.user_id, account.id]
              .filter((text) => text != null)
              .join(" · ")}
          </option>
        ))}
      </select>
    </div>
  );
}
