import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { toolkitQuery } from "../../api/tools.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { WayBack } from "../../parts/way-back.tsx";
import { ConnectForm } from "./connect-form.tsx";

/** Connects an account of a toolkit. */
export function ConnectPage() {
  const { toolkit } = useParams({ from: "/shell/accounts/connect/$toolkit" });
  const { data } = useQuery(toolkitQuery(toolkit));
  return (
    <>
      <WayBack>
        <Link to="/tools/$toolkit" params={{ toolkit }}>
          ← {data?.name ?? toolkit}
        </Link>
      </WayBack>
      <PageHead title={`Connect ${data?.name ?? toolkit}`} />
      <div className="p-5">
        <ConnectForm toolkit={toolkit} />
      </div>
    </>
  );
}
