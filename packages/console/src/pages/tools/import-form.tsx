import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type InputHTMLAttributes, useId, useState } from "react";
import { toolkitsKey, toolsKey } from "../../../../../generated/query/index.js";
import type { ImportedToolkit } from "../../../../../generated/types/index.js";
import { importToolkitOptions } from "../../api/importing.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/lists/choice.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { suggestSlug } from "./suggest-slug.ts";

const ways = [
  { value: "file", name: "File" },
  { value: "address", name: "Address" },
] as const;

/** Asks for a document, by file or by address, and imports it. */
export function ImportForm({ onDone }: { readonly onDone: (imported: ImportedToolkit) => void }) {
  const id = useId();
  const client = useQueryClient();
  const [way, setWay] = useState<"address" | "file">("file");
  const [file, setFile] = useState<File>();
  const [address, setAddress] = useState("");
  const [typed, setSlug] = useState<string>();
  const [server, setServer] = useState("");
  const slug = typed ?? suggestSlug(way === "file" ? (file?.name ?? "") : address.trim());
  const run = useMutation({
    ...importToolkitOptions,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: toolkitsKey() }),
        client.invalidateQueries({ queryKey: toolsKey() }),
      ]),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const document = way === "file" ? await file?.text() : address.trim();
    if (document !== undefined) {
      const base_url = server.trim();
      run.mutate({ body: { slug, document, ...(base_url !== "" && { base_url }) } });
    }
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="h-fit min-w-0 space-y-4 rounded-large border bg-panel p-4"
    >
      <p className="text-soft">
        Each operation of an OpenAPI 3.0 or 3.1 document becomes a tool of this project.
      </p>
      <div className="flex">
        <Choice legend="Where the document is" options={ways} value={way} onChoose={setWay} />
      </div>
      {way === "file" ? (
        <div className="space-y-1">
          <label htmlFor={`${id}-file`} className="font-medium">
            Document, in JSON or YAML
          </label>
          <input
            id={`${id}-file`}
            type="file"
            required={file === undefined}
            accept=".json,.yaml,.yml,application/json,application/yaml"
            onChange={({ target }) => setFile(target.files?.[0])}
            className="block w-full rounded-base border border-dashed px-3 py-2 text-small text-soft file:mr-3 file:h-7 file:rounded-base file:border file:border-line file:bg-raised file:px-3 file:font-medium file:text-text"
          />
        </div>
      ) : (
        <Field
          id={`${id}-address`}
          label="Address of the document"
          about="The service reads it, so the address has to be public."
          type="url"
          required
          placeholder="https://example.com/openapi.yaml"
          value={address}
          onText={setAddress}
        />
      )}
      <Field
        id={`${id}-slug`}
        label="Slug of the toolkit"
        about="In lower case. Names of tools begin with it."
        required
        maxLength={64}
        pattern="[a-z0-9_\-]+"
        value={slug}
        onText={setSlug}
      />
      <Field
        id={`${id}-server`}
        label="Address of the application"
        about="Leave it empty where the document has a whole address."
        type="url"
        placeholder="The first server of the document"
        value={server}
        onText={setServer}
      />
      {run.isError && <FailureLine error={run.error} />}
      <Button type="submit" kind="main" disabled={run.isPending}>
        {run.isPending ? "Reading the document…" : "Import"}
      </Button>
    </form>
  );
}

function Field({
  id,
  label,
  about,
  onText,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onText(target.value)}
        spellCheck={false}
        className="field w-full font-mono text-small"
      />
      <p id={`${id}-about`} className="text-small text-soft">
        {about}
      </p>
    </div>
  );
}
