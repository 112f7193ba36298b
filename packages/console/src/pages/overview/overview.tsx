import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { activityPeriods, activityQuery } from "../../api/overview.ts";
import { Choice } from "../../parts/lists/choice.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unread } from "../../parts/states.tsx";
import { Activity } from "./activity.tsx";
import { Attention } from "./attention.tsx";

const choices = activityPeriods.map(({ period, name }) => ({ value: period, name }));

/** How the project is: what happened over time, live, and what needs attention. */
export function Overview() {
  const { period = "day" } = useSearch({ from: "/shell/overview" });
  const navigate = useNavigate();
  const query = useQuery({ ...activityQuery(period), placeholderData: keepPreviousData });
  const { data: activity } = query;
  return (
    <>
      <PageHead title="Overview">
        <div className="sm:ml-auto">
          <Choice
            legend="Period"
            options={choices}
            value={period}
            onChoose={(next) =>
              void navigate({
                to: "/overview",
                search: next === "day" ? {} : { period: next },
                replace: true,
              })
            }
          />
        </div>
      </PageHead>
      {activity !== undefined ? (
        <div className="grid gap-x-8 gap-y-6 p-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
          <Activity activity={activity} />
          <div className="max-xl:order-first">
            <Attention activity={activity} />
          </div>
        </div>
      ) : (
        <Unread
          query={query}
          label="The activity is being read"
          className="grid gap-x-8 gap-y-6 p-5 xl:grid-cols-[minmax(0,1fr)_23rem]"
        >
          <div className="space-y-6">
            <div className="skeleton h-20" />
            <div className="skeleton h-60" />
            <div className="skeleton h-60" />
          </div>
          <div className="skeleton h-40 max-xl:order-first" />
        </Unread>
      )}
    </>
  );
}
