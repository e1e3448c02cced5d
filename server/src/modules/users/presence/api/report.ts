import { z } from "zod";
import { Presences } from "@parlance/contract/nouns/presence.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, int, text } from "@parlance/kernel/http/params.ts";
import { InvalidStatus } from "../errors.ts";
import type { PresenceBatcher } from "../presence-batcher.ts";
import { sharesPresence } from "../policy.ts";
import { loadRealmPresence } from "../realm-presence.ts";
import { DEFAULT_HISTORY_DAYS } from "../queries.ts";
import { eventId } from "#modules/platform/parameters/identifying-parameters.ts";

export const report = (batcher: Pick<PresenceBatcher, "note">): Endpoint =>
  endpoint.read({
    route: "POST /users/me/presence",
    summary: "Update your presence",
    description:
      "Reports the caller's presence and returns that of other users. Clients call it every minute while open. " +
      "The caller's presence is stored before the response, which includes it, unless the caller hides their " +
      "presence. With `last_update_id`, only users whose presence changed since are returned, in the modern " +
      "format.",
    access: "user",
    humansOnly: true,
    // A client that does not send its last update gets the presence of all users.
    surcharge: ({ last_update_id, ping_only }) => (last_update_id === undefined && !ping_only ? 0.4 : 0),
    input: z.object({
      status: text()
        .meta({ enum: ["idle", "active"] })
        .describe("`active`, or `idle` if the user is not using the client."),
      last_update_id: eventId()
        .optional()
        .describe("`presence_last_update_id` of the last response; -1 for all users."),
      history_limit_days: int({ min: 0 }).default(DEFAULT_HISTORY_DAYS).describe("Number of days to look back."),
      new_user_input: bool().default(false).describe("Whether the user has used the client since its last report."),
      ping_only: bool().default(false).describe("Whether to return no presence of other users."),
      slim_presence: bool()
        .default(false)
        .describe("Whether to return the modern format even without `last_update_id`."),
    }),
    response: z.object({
      presences: Presences.optional(),
      presence_last_update_id: z.int(),
      server_timestamp: z.number().optional(),
      zephyr_mirror_active: z
        .boolean()
        .optional()
        .describe("Status of a bridge that this server does not have; never present."),
    }),
    errors: [InvalidStatus],
    async handler({ db, snapshot, realm, actor, now }, { input }) {
      const { status, last_update_id: after = -1, history_limit_days: historyDays } = input;
      if (status !== "active" && status !== "idle") throw new InvalidStatus({ status });
      if (sharesPresence(snapshot, actor)) {
        const activeAt = status === "active" ? now : null;
        await batcher.note({ realm, snapshot }, { userId: actor.id, activeAt, connectedAt: now });
      }
      if (input.ping_only) return { presence_last_update_id: -1 };
      const slim = input.slim_presence || input.last_update_id !== undefined;
      return loadRealmPresence(db, { snapshot, realm, actor, now, slim }, { after, historyDays });
    },
  });
