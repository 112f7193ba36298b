import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ToolkitDetail } from "../../../../../generated/types/index.js";
import { accountQuery, isUnderWay } from "../../api/accounts.ts";
import { Button } from "../../parts/button.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { AccountStatus } from "./account-status.tsx";

/** Waits until the user has connected the account in the other tab, and says how it went. */
export function ConnectWait({
  account: id,
  url,
  toolkit,
  onAgain,
}: {
  readonly account: string;
  readonly url: string;
  readonly toolkit: ToolkitDetail;
  readonly onAgain: () => void;
}) {
  const { data: account, error } = useQuery(accountQuery(id));
  const isWaiting = account === undefined || isUnderWay(account.status);
  return (
    <div aria-live="polite" className="max-w-xl space-y-3 rounded-large border bg-panel p-4">
      <p className="flex flex-wrap items-center gap-3">
        <AccountStatus status={account?.status ?? "INITIATED"} />
        <span className="font-medium">
          {isWaiting
            ? `Go on in the tab of ${toolkit.name}`
            : account.status === "ACTIVE"
              ? `${toolkit.name} is connected`
              : `${toolkit.name} was not connected`}
        </span>
      </p>
      {error !== null && account === undefined && <FailureLine error={error} />}
      {account?.status_reason != null && <p className="wrap-anywhere">{account.status_reason}</p>}
      {isWaiting ? (
        <p className="text-soft">
          This page goes on by itself. The link works for 10 minutes. If no tab opened,{" "}
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-2"
          >
            open the link page
          </a>
          .
        </p>
      ) : account.status === "ACTIVE" ? (
        <p className="flex flex-wrap gap-4">
          <Link
            to="/tools/$toolkit"
            params={{ toolkit: toolkit.slug }}
            className="text-accent underline underline-offset-2"
          >
            Run a tool of {toolkit.name}
          </Link>
          <Link
            to="/accounts/$id"
            params={{ id }}
            className="text-accent underline underline-offset-2"
          >
            Open the account
          </Link>
        </p>
      ) : null}
      {account?.status !== "ACTIVE" && (
        <Button onClick={onAgain}>{isWaiting ? "Change what was chosen" : "Try again"}</Button>
      )}
    </div>
  );
}
