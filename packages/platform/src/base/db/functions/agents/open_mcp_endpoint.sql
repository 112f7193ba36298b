-- An MCP server as a call of one of its clients uses it, with everything that decides whether the caller may call it. Its URL
-- does not name the project, so the function finds that first, and reads the rest in the scope of the project, under
-- row-level security. The scope ends with the transaction: call it outside of any other scope.
--
-- The auth configs are those of the server that exist, the enabled ones first. In plpgsql, because each connection plans its
-- statements once.
-- The access token is given by its hash, with the resource for which it has to be issued. It counts while its grant is there
-- (see `findTokenUser`).
create or replace function open_mcp_endpoint(server text, account text, token text, of_resource text)
  returns table (
    project_id text, catalog_version integer, name text, toolkits text[], allowed_tools text[], gives_links boolean,
    signing_key text, project_config jsonb, account_toolkit text, token_user text, auth_configs json
  )
  language plpgsql
  set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  place record;
begin
  select * into place from find_mcp_server(server);
  if not found then
    return;
  end if;
  perform set_config('app.project', place.project_id, true);
  return query
    select place.project_id, place.catalog_version, s.name, s.toolkits, s.allowed_tools, s.managed_auth_via_platform,
      s.signing_key,
      (select p.config from projects p where p.id = place.project_id),
      (select a.toolkit_slug from connected_accounts a
        where a.project_id = place.project_id and a.id = account and a.deleted_at is null),
      (select r.user_id from mcp_oauth_records r
        join mcp_oauth_records g on g.project_id = r.project_id and g.kind = 'Grant' and g.id = r.grant_id
        where r.project_id = place.project_id and r.kind = 'AccessToken' and r.id = token and r.resource = of_resource
          and r.expires_at > now()),
      (select coalesce(json_agg(json_build_object('id', c.id, 'toolkit', c.toolkit_slug, 'tools', c.restrict_to_following_tools)
          order by c.status = 'ENABLED' desc, c.created_at, c.id), '[]')
        from auth_configs c
        where c.project_id = place.project_id and c.id = any (s.auth_config_ids) and c.deleted_at is null)
    from mcp_servers s where s.project_id = place.project_id and s.id = server;
end
$$;

revoke execute on function open_mcp_endpoint from public;
grant execute on function open_mcp_endpoint to app;
