import type { TriggerInstance } from "../../../../../generated/types/index.js";
import { Badge } from "../../parts/badge.tsx";

/** Whether a trigger fires. One that the service disabled needs somebody; one that somebody disabled does not. */
export function TriggerStatus({ trigger }: { readonly trigger: TriggerInstance }) {
  const { disabled_at, state } = trigger;
  return disabled_at === null ? (
    <Badge word="Enabled" look="good" />
  ) : state.disabled_reason === undefined ? (
    <Badge word="Disabled" look="quiet" />
  ) : (
    <Badge word="Stopped" look="bad" />
  );
}
