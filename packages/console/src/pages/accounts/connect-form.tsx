import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { authConfigsKey } from "../../../../../generated/query/index.js";
import type {
  AuthConfig,
  ConsoleSession,
  ToolkitDetail,
} from "../../../../../generated/types/index.js";
import { authConfigsQuery } from "../../api/accounts.ts";
import { type AuthChoice, beginLink, ensureAuthConfig } from "../../api/connecting.ts";
import { sessionQuery } from "../../api/session.ts";
import { toolkitQuery } from "../../api/tools.ts";
import { Button } from "../../parts/button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { openTab } from "../../parts/open-tab.ts";
import { FailureLine, FailureNotice } from "../../parts/states.tsx";
import { AuthFields, toCredentials } from "./auth-fields.tsx";
import { ConnectWait } from "./connect-wait.tsx";

/** Connects an account of a toolkit: with which credentials, and for which user. The rest is at the link page, in a new tab. */
export function ConnectForm({
  toolkit: slug,
  user = "me",
}: {
  readonly toolkit: string;
  readonly user?: string;
}) {
  const toolkit = useQuery(toolkitQuery(slug));
  const configs = useQuery(authConfigsQuery(slug));
  const { data: session } = useQuery(sessionQuery);
  const failed = [toolkit, configs].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (toolkit.data === undefined || configs.data === undefined || session === undefined) {
    return <div role="status" aria-label="The toolkit is being read" className="skeleton h-48" />;
  }
  if (toolkit.data.auth_config_details.length === 0) {
    return (
      <p className="text-soft">{toolkit.data.name} needs no account: its tools run at once.</p>
    );
  }
  const enabled = configs.data.items.filter(({ is_disabled }) => !is_disabled);
  return (
    <Form key={slug} toolkit={toolkit.data} configs={enabled} session={session} firstUser={user} />
  );
}

function Form({
  toolkit,
  configs,
  session,
  firstUser,
}: {
  readonly toolkit: ToolkitDetail;
  readonly configs: readonly AuthConfig[];
  readonly session: ConsoleSession;
  readonly firstUser: string;
}) {
  const id = useId();
  const client = useQueryClient();
  const options = listOptions(toolkit, configs);
  const [chosen, choose] = useState(options[0]?.value ?? "");
  const [user, setUser] = useState(firstUser);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [begun, setBegun] = useState<{ readonly url: string; readonly account: string }>();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const choice = (options.find(({ value }) => value === chosen) ?? options[0])?.choice;
  const fields = choice === undefined ? [] : listFields(toolkit, choice);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (choice === undefined || isPending) {
      return;
    }
    setPending(true);
    setError(undefined);
    try {
      await openTab(async () => {
        const config = await ensureAuthConfig(toolkit.slug, choice, toCredentials(fields, values));
        // If the link fails, the next try uses the auth config that is there now.
        await client.invalidateQueries({ queryKey: authConfigsKey() });
        choose(config);
        const link = await beginLink(config, user.trim());
        setBegun(link);
        return link.url;
      });
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  if (begun !== undefined) {
    return (
      <ConnectWait
        account={begun.account}
        url={begun.url}
        toolkit={toolkit}
        onAgain={() => setBegun(undefined)}
      />
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="max-w-xl space-y-4">
      <div className="space-y-1">
        <label htmlFor={`${id}-auth`} className="font-medium">
          Sign-in
        </label>
        <select
          id={`${id}-auth`}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
          className="field w-full"
        >
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {choice?.kind === "custom" && choice.scheme === "OAUTH2" && (
        <p className="space-y-1 rounded-base border bg-panel px-4 py-3 text-soft">
          <span className="block">
            Register an OAuth client at {toolkit.name}, with this redirect address:
          </span>
          <CopyableId id={writeRedirect(toolkit, session)} name="redirect address" />
        </p>
      )}
      <AuthFields fields={fields} values={values} onChange={setValues} />
      <div className="space-y-1">
        <label htmlFor={`${id}-user`} className="font-medium">
          User
        </label>
        <input
          id={`${id}-user`}
          required
          maxLength={256}
          value={user}
          onChange={({ target }) => setUser(target.value)}
          spellCheck={false}
          autoComplete="off"
          className="field w-full"
        />
        <p className="text-small text-soft">
          Your own name of the person for whom tools run, such as an id or an email address.
        </p>
      </div>
      {error !== undefined && <FailureLine error={error} />}
      <Button type="submit" kind="main" disabled={isPending || choice === undefined}>
        {isPending ? "Opening…" : `Connect ${toolkit.name}`}
      </Button>
    </form>
  );
}

interface Option {
  readonly value: string;
  readonly name: string;
  readonly choice: AuthChoice;
}

function listOptions(toolkit: ToolkitDetail, configs: readonly AuthConfig[]): readonly Option[] {
  const existing = configs.map(
    ({ id, name, auth_scheme }): Option => ({
      value: id,
      name: `${name} (${auth_scheme})`,
      choice: { kind: "existing", id },
    }),
  );
  const managed = (toolkit.platform_managed_auth_schemes ?? []).map(
    (scheme): Option => ({
      value: `managed ${scheme}`,
      name: `New: ${scheme} with the credentials of this service`,
      choice: { kind: "managed", scheme },
    }),
  );
  const custom = toolkit.auth_config_details.map(
    ({ mode, name }): Option => ({
      value: `custom ${mode}`,
      name: `New: ${name}`,
      choice: { kind: "custom", scheme: mode },
    }),
  );
  return [...existing, ...managed, ...custom];
}

function listFields({ auth_config_details }: ToolkitDetail, choice: AuthChoice) {
  const detail =
    choice.kind === "custom"
      ? auth_config_details.find(({ mode }) => mode === choice.scheme)
      : undefined;
  const { required = [], optional = [] } = detail?.fields.auth_config_creation ?? {};
  // The redirect address has a good default, which is shown above.
  return [...required, ...optional].filter(({ name }) => name !== "oauth_redirect_uri");
}

function writeRedirect({ slug, is_local_toolkit }: ToolkitDetail, session: ConsoleSession): string {
  const owner = is_local_toolkit ? `${session.project?.id}/` : "";
  return `${session.base_url}/api/v3/toolkits/auth/callback/${owner}${slug}`;
}
