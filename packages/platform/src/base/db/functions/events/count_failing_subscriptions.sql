-- Subscriptions whose receivers have failed since their last success.
create or replace function count_failing_subscriptions(wanted_project text)
  returns double precision
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select count(*)::double precision from webhook_subscriptions s
where s.failing_since is not null and s.status = 'enabled' and (wanted_project is null or s.project_id = wanted_project)
$$;

alter function count_failing_subscriptions owner to app_system;
revoke execute on function count_failing_subscriptions from public;
grant execute on function count_failing_subscriptions to app;
