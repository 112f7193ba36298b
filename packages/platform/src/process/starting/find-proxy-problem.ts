import type { PlatformConfig } from "../config/platform-config.ts";
import type { ConfigProblem } from "../config/read-config.ts";

/** The process does not speak TLS, so with an https address something in front of it does, and has to be named. */
export function findProxyProblem({
  roles,
  baseUrl,
  trustedProxies,
}: Pick<PlatformConfig, "roles" | "baseUrl" | "trustedProxies">): ConfigProblem | undefined {
  return roles.api && baseUrl.startsWith("https:") && trustedProxies.length === 0
    ? {
        variable: "PLATFORM_TRUSTED_PROXIES",
        message:
          "PLATFORM_BASE_URL is https, but no proxy is named. Name yours: otherwise all callers behind it share the limits of one address.",
      }
    : undefined;
}
