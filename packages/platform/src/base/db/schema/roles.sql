-- The roles. `app` is what every query of the service runs as: it owns nothing, and row-level security holds for it.
-- `app_system` owns the functions that search before a project is known. It may see what policies.sql grants, column by column,
-- so that such a function cannot return more than ids even by mistake. Neither can log in.
--
-- A role belongs to the whole server, so two databases of one server can meet here; `roles.ts` writes a prefix before the names.
-- Where the login role may not make roles, an administrator has made and granted them before.
do $$ begin
  if not exists (select from pg_roles where rolname = 'app') then
    create role app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = 'app_system') then
    create role app_system nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant app, app_system to %I', current_user);
exception when insufficient_privilege then null;
end $$;
grant usage on schema public to app, app_system;
create extension if not exists pg_trgm;
