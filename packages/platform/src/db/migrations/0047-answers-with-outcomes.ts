import type { Migration } from "../migration-types.ts";
import { replaceInFunction } from "./replace-in-function.ts";

const columns = "duration_ms integer, reason text, bodies text)";
const update = "where l.project_id = project and l.id >= e.id order by l.id limit 1);";

/**
 * `write_executions` also stores the answers for `Idempotency-Key`s, each with the outcome of its execution. An ended
 * execution without a key has none of the new members.
 */
export const answersWithOutcomes: Migration = {
  name: "0047-answers-with-outcomes",
  statements: [
    replaceInFunction(
      "write_executions",
      columns,
      "duration_ms integer, reason text, bodies text, key_id text, key_runner uuid, key_answer text)",
    ),
    replaceInFunction(
      "write_executions",
      update,
      `${update}
          if e.key_id is not null then
            update idempotency_keys k set state = 'answered', answer = e.key_answer
              where k.owner_id = project and k.id = e.key_id and k.runner = e.key_runner;
          end if;`,
    ),
  ],
};
