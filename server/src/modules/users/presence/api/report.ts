import { z } from "zod";
import { Presences } from "@parlance/contract/nouns/presence.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { bool, int, text } from "#kernel/http/params.ts";
import { InvalidStatus } from "../errors.ts";
import type { PresenceKeeper } from "../presence-keeper.ts";
import { maySay } from "../policy.ts";
import { realmPresence } from "../presences.ts";
import { HISTORY_DAYS } from "../queries.ts";

export const report = (keeper: Pick<PresenceKeeper, "note">): Endpoint =>
  endpoint.read({
    route: "POST /users/me/presence",
    summary: "Say that one is there, and learn who else is",
    description:
      "To be said every minute while a client is open. It is stored before the answer, which includes it, unless one keeps " +
      "one's presence to oneself. With `last_update_id` only those are listed whose presence has changed since, in the present form.",
    access: "user",
    humansOnly: true,
    // Who does not say what they know is told of everybody.
    surcharge: ({ last_update_id, ping_only }) => (last_update_id === undefined && !ping_only ? 0.4 : 0),
    input: z.object({
      status: text()
        .meta({ enum: ["idle", "active"] })
        .describe("`active`, or `idle` where nobody uses the client"),
      last_update_id: int({ min: -1 }).optional().describe("As answered last; -1: everything"),
      history_limit_days: int({ min: 0 }).default(HISTORY_DAYS).describe("How far back to look"),
      new_user_input: bool().default(false).describe("Whether somebody has used the client since it last said so"),
      ping_only: bool().default(false).describe("Learn nothing"),
      slim_presence: bool().default(false).describe("The present form, also without `last_update_id`"),
    }),
    response: z.object({
      presences: Presences.optional(),
      presence_last_update_id: z.int(),
      server_timestamp: z.number().optional(),
      zephyr_mirror_active: z
        .boolean()
        .optional()
        .describe("Of a bridge that this server does not have: never answered"),
    }),
    errors: [InvalidStatus],
    async handler(ctx, { input }) {
      const { status, last_update_id: after = -1, history_limit_days: historyDays } = input;
      if (status !== "active" && status !== "idle") throw new InvalidStatus({ status });
      const { directory, realm, actor, now } = ctx;
      if (maySay(directory, actor)) {
        const activeAt = status === "active" ? now : null;
        await keeper.note({ realm, directory }, { userId: actor.id, activeAt, connectedAt: now });
      }
      if (input.ping_only) return { presence_last_update_id: -1 };
      const slim = input.slim_presence || input.last_update_id !== undefined;
      return realmPresence(ctx.db, { directory, realm, actor, now, slim }, { after, historyDays });
    },
  });
