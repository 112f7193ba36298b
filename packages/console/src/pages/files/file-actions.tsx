import { useMutation, useQueryClient } from "@tanstack/react-query";
import { filesKey } from "../../../../../generated/query/index.js";
import type { StoredFile } from "../../../../../generated/types/index.js";
import { explainCallFailure } from "../../api/failure.ts";
import { deleteFileOptions, findDownload } from "../../api/files.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";

/** Downloads a file, or deletes it. */
export function FileActions({ file }: { readonly file: StoredFile }) {
  const { id, filename, size } = file;
  const client = useQueryClient();
  const download = useMutation({
    mutationFn: () => findDownload(id),
    // The answer is an attachment, so the page stays.
    onSuccess: (address) => window.location.assign(address),
  });
  const remove = useMutation(deleteFileOptions);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {download.isError && (
        <p role="alert" className="text-small text-bad">
          {explainCallFailure(download.error).title}
        </p>
      )}
      <Button disabled={size === null || download.isPending} onClick={() => download.mutate()}>
        Download
      </Button>
      <ConfirmButton
        text="Delete"
        title={`Delete ${filename}?`}
        onConfirm={async () => {
          await remove.mutateAsync({ id });
          await client.invalidateQueries({ queryKey: filesKey() });
        }}
      >
        <p>This cannot be undone. These are lost:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>its bytes, here; what an application got stays there</li>
          <li>its key, so tools cannot take it any more, and the links to it</li>
        </ul>
      </ConfirmButton>
    </div>
  );
}
