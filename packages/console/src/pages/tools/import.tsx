import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ImportedToolkit } from "../../../../../generated/types/index.js";
import { PageHead } from "../../parts/page-head.tsx";
import { WayBack } from "../../parts/way-back.tsx";
import { ImportForm } from "./import-form.tsx";
import { ImportReport } from "./import-report.tsx";

/** Makes a toolkit of an OpenAPI document, and says what could not become a tool. */
export function ImportPage() {
  const [imported, setImported] = useState<ImportedToolkit>();
  return (
    <>
      <WayBack>
        <Link to="/tools">← Tools</Link>
      </WayBack>
      <PageHead title="Import a toolkit" />
      <div className="grid gap-x-10 gap-y-8 p-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <ImportForm onDone={setImported} />
        {imported !== undefined && <ImportReport imported={imported} />}
      </div>
    </>
  );
}
