import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ProjectConfig } from "../../../../../generated/types/index.js";
import { configQuery, projectActions } from "../../api/settings.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField } from "../../parts/fields/check-field.tsx";
import { TextField } from "../../parts/fields/text-field.tsx";
import { FailureLine } from "../../parts/states.tsx";

/** What was changed and not saved yet; numbers are as they were typed. */
interface Draft {
  readonly display_name?: string;
  readonly logo_url?: string;
  readonly keepsData?: boolean;
  readonly masks?: boolean;
  readonly needsKey?: boolean;
  readonly fileSeconds?: string;
  readonly resultBytes?: string;
}

/** The settings of the project. What was typed stays when they are read again, and when they cannot be saved. */
export function ConfigForm({ config }: { readonly config: ProjectConfig }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({});
  const change = (part: Draft): void => setDraft({ ...draft, ...part });
  const save = useMutation({
    ...projectActions.setConfig,
    onSuccess: (saved) => {
      client.setQueryData(configQuery.queryKey, saved);
      setDraft({});
    },
  });
  const shown = { ...toDraft(config), ...draft };
  const isChanged = JSON.stringify(shown) !== JSON.stringify(toDraft(config));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ body: toBody(draft) });
  };
  return (
    <form onSubmit={submit} className="space-y-5 rounded-large border bg-panel p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name on link pages"
          about="What your users see. Without it, they see the name of the project."
          maxLength={100}
          value={shown.display_name}
          onValue={(display_name) => change({ display_name })}
        />
        <TextField
          label="Logo on link pages"
          about="The https address of an image. Leave it empty for none."
          type="url"
          maxLength={2048}
          placeholder="https://"
          value={shown.logo_url}
          onValue={(logo_url) => change({ logo_url })}
        />
        <TextField
          label="Seconds for which addresses of files work"
          about="From 60 to 604800, which is a week."
          type="number"
          required
          min={60}
          max={604_800}
          value={shown.fileSeconds}
          onValue={(fileSeconds) => change({ fileSeconds })}
        />
        <TextField
          label="Largest result for agents, in bytes"
          about="From 4000 to 1000000. Of a larger one, agents read the rest in parts."
          type="number"
          required
          min={4_000}
          max={1_000_000}
          value={shown.resultBytes}
          onValue={(resultBytes) => change({ resultBytes })}
        />
      </div>
      <CheckField
        label="Logs keep arguments and answers"
        about="Without it, executions from then on are logged without their data."
        checked={shown.keepsData}
        onChecked={(keepsData) => change({ keepsData })}
      />
      <CheckField
        label="Secrets of accounts are masked"
        about="Without it, whoever has a key can read the tokens of your users."
        checked={shown.masks}
        onChecked={(masks) => change({ masks })}
      />
      <CheckField
        label="MCP servers require the key of the project"
        about="Without it, the signature in the address of an MCP server is enough."
        checked={shown.needsKey}
        onChecked={(needsKey) => change({ needsKey })}
      />
      {save.isError && <FailureLine error={save.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="main" disabled={!isChanged || save.isPending}>
          {save.isPending ? "Saving…" : "Save"}
        </Button>
        {isChanged && <Button onClick={() => setDraft({})}>Undo</Button>}
        <p role="status" className="text-good">
          {save.isSuccess && !isChanged && "Saved. It counts from now on."}
        </p>
      </div>
    </form>
  );
}

function toDraft(config: ProjectConfig): Required<Draft> {
  return {
    display_name: config.display_name ?? "",
    logo_url: config.logo_url ?? "",
    keepsData: config.log_visibility_setting === "show_all",
    masks: config.mask_secret_keys_in_connected_account,
    needsKey: config.require_mcp_api_key ?? true,
    fileSeconds: String(config.signed_url_file_expiry_in_seconds ?? 3_600),
    resultBytes: String(config.result_limit_bytes),
  };
}

/** The changes alone: a setting that somebody else changes meanwhile stays. */
function toBody(draft: Draft) {
  const { display_name, logo_url, keepsData, masks, needsKey, fileSeconds, resultBytes } = draft;
  return {
    ...(display_name !== undefined && { display_name: display_name.trim() }),
    ...(logo_url !== undefined && { logo_url: logo_url.trim() }),
    ...(keepsData !== undefined && {
      log_visibility_setting: keepsData ? ("show_all" as const) : ("dont_store_data" as const),
    }),
    ...(masks !== undefined && { mask_secret_keys_in_connected_account: masks }),
    ...(needsKey !== undefined && { require_mcp_api_key: needsKey }),
    ...(fileSeconds !== undefined && { signed_url_file_expiry_in_seconds: Number(fileSeconds) }),
    ...(resultBytes !== undefined && { result_limit_bytes: Number(resultBytes) }),
  };
}
