import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { triggerInstancesKey } from "../../../../../generated/query/index.js";
import type { TriggerType, UpsertTriggerResponse } from "../../../../../generated/types/index.js";
import { toolkitQuery } from "../../api/tools.ts";
import { createTriggerOptions } from "../../api/triggers.ts";
import { Button } from "../../parts/button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { AccountField, useAccounts } from "../tools/account-field.tsx";
import { ArgumentsForm, emptyArguments, readArguments } from "../tools/form/arguments-form.tsx";

/** Makes an instance of a type: for whom, and with which configuration. */
export function CreateTrigger({ type }: { readonly type: TriggerType }) {
  const id = useId();
  const client = useQueryClient();
  const { data: toolkit } = useQuery(toolkitQuery(type.toolkit.slug));
  const { query, accounts } = useAccounts(type.toolkit.slug);
  const [picked, pick] = useState<string>();
  const [user, setUser] = useState("default");
  const [draft, change] = useState(emptyArguments);
  const [isAsked, setAsked] = useState(false);
  const create = useMutation({
    ...createTriggerOptions,
    onSettled: () => client.invalidateQueries({ queryKey: triggerInstancesKey() }),
  });
  const { value, problems } = readArguments(type.config, draft);
  const needsNone = toolkit?.no_auth === true;
  const account = picked ?? accounts[0]?.id;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (problems.size === 0 && (needsNone || account !== undefined)) {
      const owner = needsNone ? { user_id: user } : { connected_account_id: account ?? "" };
      create.mutate({ slug: type.slug, body: { ...owner, trigger_config: value } });
    }
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4 rounded-large border bg-panel p-4">
      <h2 className="text-large font-medium">Listen to it</h2>
      {needsNone ? (
        <div className="space-y-1">
          <label htmlFor={id} className="font-medium">
            User
          </label>
          <input
            id={id}
            value={user}
            onChange={({ target }) => setUser(target.value)}
            spellCheck={false}
            className="field w-full"
          />
        </div>
      ) : (
        <AccountField
          toolkit={type.toolkit.slug}
          accounts={accounts}
          isPending={query.isPending || toolkit === undefined}
          isOptional={false}
          chosen={account}
          onChoose={pick}
        />
      )}
      <ArgumentsForm
        schema={type.config}
        title="Configuration"
        draft={draft}
        problems={isAsked ? problems : new Map()}
        onChange={change}
      />
      {create.isError && <FailureLine error={create.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          kind="main"
          disabled={create.isPending || (!needsNone && account === undefined)}
        >
          {create.isPending ? "One moment…" : "Create the trigger"}
        </Button>
        {create.data != null && <Created response={create.data} />}
      </div>
    </form>
  );
}

function Created({ response }: { readonly response: UpsertTriggerResponse }) {
  const { trigger_id, webhook } = response;
  return (
    <div role="status" className="min-w-0 space-y-1">
      <p className="text-good">
        It listens.{" "}
        <Link
          to="/triggers/$id"
          params={{ id: trigger_id }}
          className="text-accent underline underline-offset-2"
        >
          Open the trigger
        </Link>
      </p>
      {webhook !== undefined && (
        <>
          <p className="text-soft">Enter this at the application. The secret is shown only once.</p>
          <p className="flex min-w-0 flex-col">
            <CopyableId id={webhook.url} name="address of the webhook" />
            {webhook.secret !== undefined && (
              <CopyableId id={webhook.secret} name="secret of the webhook" />
            )}
          </p>
        </>
      )}
    </div>
  );
}
