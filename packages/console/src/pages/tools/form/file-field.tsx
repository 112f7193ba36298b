import { useMutation } from "@tanstack/react-query";
import { useContext, useId } from "react";
import { uploadFile } from "../../../api/files.ts";
import { Button } from "../../../parts/button.tsx";
import { FailureLine } from "../../../parts/states.tsx";
import type { Draft } from "../../../schema/draft.ts";
import { UploadContext } from "./upload-context.ts";

/** A field that uploads a file at once. What the tool gets is the key of the file. */
export function FileField({
  name,
  isRequired,
  description,
  problem,
  draft,
  onChange,
}: {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly problem: string | undefined;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}) {
  const id = useId();
  const place = useContext(UploadContext);
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (place === undefined) {
        throw new Error("The form belongs to no tool.");
      }
      return uploadFile(place, file);
    },
    onSuccess: ({ name: filename, mimetype, key }) => onChange({ name: filename, mimetype, key }),
  });
  const chosen =
    typeof draft === "object" && !Array.isArray(draft) && "name" in draft ? draft.name : undefined;
  return (
    <div className="space-y-1">
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-mono text-small font-medium wrap-anywhere">
          {name}
        </label>
        {isRequired && <span className="text-tiny text-accent">required</span>}
        <span className="ml-auto text-tiny text-faint">file</span>
      </div>
      <div className="flex flex-wrap items-center gap-3 rounded-base border border-dashed bg-panel px-3 py-2">
        <input
          id={id}
          type="file"
          aria-describedby={`${id}-about`}
          disabled={upload.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) {
              upload.mutate(file);
            }
            // The same file can be chosen again after a failure.
            target.value = "";
          }}
          // What the browser writes beside its button would say that no file is chosen.
          className={`${chosen === undefined ? "min-w-0 flex-1" : "w-24 overflow-hidden"} text-small text-soft file:mr-3 file:h-7 file:rounded-base file:border file:border-line file:bg-raised file:px-3 file:font-medium file:text-text`}
        />
        {upload.isPending ? (
          <p role="status" className="text-small text-accent">
            Uploading…
          </p>
        ) : (
          typeof chosen === "string" && (
            <>
              <p role="status" className="min-w-0 text-small text-good wrap-anywhere">
                {chosen} is uploaded
              </p>
              <Button aria-label={`Remove ${name}`} onClick={() => onChange(undefined)}>
                ×
              </Button>
            </>
          )
        )}
      </div>
      <div id={`${id}-about`} className="space-y-1">
        {problem !== undefined && <p className="text-small text-bad">{problem}</p>}
        {upload.isError && <FailureLine error={upload.error} />}
        {description !== "" && <p className="text-small text-soft wrap-anywhere">{description}</p>}
      </div>
    </div>
  );
}
