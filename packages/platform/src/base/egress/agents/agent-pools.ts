import type { Agent } from "undici";

/** Agents by the name of their pool. Requests share a connection only within one pool. */
export interface AgentPools {
  /** The agent of a pool. Use it at once: an unused agent is forgotten. */
  findAgent(pool: string): Agent;
  /** Ends all connections. */
  destroy(): Promise<void>;
}

/** Milliseconds. An agent that was requested within this time may be about to connect. */
const unusedMs = 60_000;

/**
 * Creates the agents of all pools. An agent is created when it is first asked for, and forgotten after a minute
 * without a connection, so that projects that rarely call cost nothing.
 */
export function createAgentPools(createAgent: () => Agent): AgentPools {
  const pools = new Map<string, { readonly agent: Agent; usedAt: number }>();
  const forgetUnused = (now: number): void => {
    for (const [name, { agent, usedAt }] of pools) {
      // undici forgets an origin when its last connection is closed.
      const isUnused = now - usedAt > unusedMs && Object.keys(agent.stats).length === 0;
      if (isUnused) {
        pools.delete(name);
      }
    }
  };
  return {
    findAgent(pool) {
      const now = performance.now();
      const known = pools.get(pool);
      if (known !== undefined) {
        known.usedAt = now;
        return known.agent;
      }
      forgetUnused(now);
      const agent = createAgent();
      pools.set(pool, { agent, usedAt: now });
      return agent;
    },
    async destroy() {
      await Promise.all([...pools.values()].map(({ agent }) => agent.destroy()));
    },
  };
}
