import { sql } from "kysely";
import type { World } from "../../e2e/world.ts";

/**
 * Makes polls that are due within three seconds due at once, so that tests do not wait for the two seconds between two polls of
 * an instance. Returns the function that ends this; call it before the service stops.
 */
export function hurryPolls({ asOwner }: World): () => Promise<void> {
  const hurry = async (): Promise<void> => {
    await asOwner(
      sql`with due as (update jobs set next_at = now() - interval '1 second' where kind = 'trigger.poll' and state = 'waiting'
          and next_at > now() and next_at < now() + interval '3 seconds' returning id)
        select pg_notify('jobs', '') from due limit 1`,
    );
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(hurry);
  }, 100);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
