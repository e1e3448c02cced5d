import { z } from "zod";
import { EventId } from "./event-id.ts";

/** Nothing happened for a while; it must be acknowledged like any other event. */
export const HeartbeatEvent = z.strictObject({ id: EventId, type: z.literal("heartbeat") });

/** The server was started anew. */
export const RestartEvent = z.strictObject({
  id: EventId,
  type: z.literal("restart"),
  service_version: z.string(),
  service_merge_base: z.string(),
  service_feature_level: z.int(),
  server_generation: z.int().describe("UNIX seconds of the start"),
});

/** Web clients should load themselves again. */
export const WebReloadEvent = z.strictObject({
  id: EventId,
  type: z.literal("web_reload_client"),
  immediate: z.boolean().describe("Now, rather than at a random moment soon"),
});

/** The list of invitations must be fetched again. */
export const InvitesChangedEvent = z.strictObject({ id: EventId, type: z.literal("invites_changed") });
