import { sql } from "kysely";
import type { World } from "../e2e/world.ts";

/**
 * Lets the project of the world have had a busy day: about a thousand executions of the shop's tool and of the example's, some of which failed,
 * and deliveries, of which some were given up.
 */
export async function fillActivity(world: World): Promise<void> {
  // Waves by the hour, so that a plot has something to show; the same on each run.
  await world.asOwner(sql`
    insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id, successful, error, status_code,
      duration_ms, request_id, created_at)
    select p.id, 'log_filled' || lpad(n::text, 6, '0'), tool, lower(split_part(tool, '_', 1)), '20251120_00',
      (array['api', 'mcp', 'tool_router'])[1 + n % 3], 'user-' || (n % 7), n % 17 <> 0,
      case when n % 17 = 0 then 'The shelf is full' end, case when n % 17 = 0 then 500 else 200 end,
      (80 + 60 * (1 + sin(n / 40.0)) + case when n % 9 = 0 then 420 + 160 * sin(n / 90.0) else n % 23 end)::integer, 'req_filled',
      now() - make_interval(secs => 80000 * (1 - n / 1000.0 - 0.045 * sin(n / 55.0)) + 90)
    from projects p, generate_series(1, 999) n,
      lateral (select (array['EXAMPLE_SAY_HELLO', 'SHOP_CREATE_ORDER'])[1 + n % 2] as tool) t
    where p.name = 'default'`);
  await world.asOwner(sql`
    insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, status, next_attempt_at,
      created_at)
    select p.id, 'dlv_filled' || lpad(n::text, 6, '0'), 'ws_filled000000', 'msg_' || n, at, 'platform.trigger.message',
      'https://app.example.com/hooks', case when n % 41 = 0 then 'failed' else 'delivered' end, null, at
    from projects p, generate_series(1, 300) n,
      lateral (select now() - make_interval(secs => 80000 * (1 - n / 300.0 - 0.04 * sin(n / 14.0)) + 90) as at) t
    where p.name = 'default'`);
}

/** Lets the project have so many executions, one a second up to now, of which `log_many00000001` is the newest. */
export async function fillLogs(world: World, count: number): Promise<void> {
  await world.asOwner(sql`
    insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id, successful, status_code,
      duration_ms, request_id, created_at)
    select p.id, 'log_many' || lpad(n::text, 8, '0'), 'SHOP_CREATE_ORDER', 'shop', '20251120_00', 'api', 'user-' || n % 7, true, 200,
      20, 'req_filled', now() - make_interval(secs => n)
    from projects p, generate_series(1, ${count}::integer) n where p.name = 'default'`);
}

/** Lets the service have disabled every trigger, as after too many polls that failed, and the subscription, after five days of failures. */
export async function breakTriggersAndWebhooks(world: World): Promise<void> {
  await world.asOwner(
    sql`update trigger_instances set disabled_at = now(), disabled_reason = 'poll_failed'`,
  );
  await world.asOwner(sql`
    insert into webhook_subscriptions (project_id, id, webhook_url, enabled_events, version, signature_key, status, disabled_reason, secrets,
      secrets_version)
    select id, 'ws_filled000000', 'https://app.example.com/hooks', '{platform.trigger.message}', 'V3', 'decoded', 'disabled', 'failing', '', 1
    from projects where name = 'default'`);
}

/** Lets every trigger have fired twice, and the receiver have taken one of both events. */
export async function fireTriggers(world: World): Promise<void> {
  await world.asOwner(sql`
    with fired as (
      insert into webhook_events (project_id, id, subscription_id, event_type, version, body, user_id, trigger_id, is_test, created_at)
      select t.project_id, 'msg_0194d8a2-7c3e-7b51-9f24-' || right(md5(t.id || n), 12), s.id, 'platform.trigger.message', 'V3', '', t.user_id, t.id, false,
        now() - make_interval(mins => n)
      from trigger_instances t join webhook_subscriptions s on s.project_id = t.project_id, generate_series(1, 2) n
      returning *)
    insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, status, next_attempt_at,
      status_code, latency_ms, created_at)
    select project_id, 'dlv_' || right(id, 12), subscription_id, id, created_at, event_type, 'https://app.example.com/hooks',
      case when is_taken then 'delivered' else 'failed' end, null, case when is_taken then 200 end, 12, created_at
    from fired, lateral (select created_at > now() - interval '90 seconds' as is_taken) t`);
}

/** Lets every trigger have been polled just now. */
export async function notePolls(world: World): Promise<void> {
  await world.asOwner(sql`update trigger_instances set last_polled_at = now()`);
}

/** Deletes every trigger. */
export async function forgetTriggers(world: World): Promise<void> {
  await world.asOwner(sql`delete from trigger_instances`);
}
