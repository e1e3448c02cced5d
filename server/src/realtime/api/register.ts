import { z } from "zod";
import { RegisterResponse } from "@parlance/contract/register/index.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { NotLoggedIn, QueryNotAuthorized } from "#kernel/http/errors.ts";
import { bool, choice, int, json } from "#kernel/http/params.ts";
import { NarrowNotSupported, OperandNotSupported, QueueTerms } from "#narrow/index.ts";
import { registrationErrors } from "../errors.ts";
import { register, type Registration } from "../register.ts";

const capability = z.boolean().optional();
/** Several times as many as there are, and longer than any: clients may know of some that this server does not. */
const MAX_EVENT_TYPES = 200;
const MAX_EVENT_TYPE = 60;
const eventTypes = json(z.array(z.string().max(MAX_EVENT_TYPE)).max(MAX_EVENT_TYPES));

/** Unknown capabilities are accepted, and left out: newer clients name them to every server. */
const ClientCapabilities = z.object({
  notification_settings_null: capability,
  bulk_message_deletion: capability,
  user_avatar_url_field_optional: capability,
  stream_typing_notifications: capability,
  user_settings_object: capability,
  linkifier_url_template: capability,
  user_list_incomplete: capability,
  include_deactivated_groups: capability,
  archived_channels: capability,
  empty_topic_name: capability,
  simplified_presence_events: capability,
});

export const registerQueue = (registration: Registration): Endpoint =>
  endpoint.read({
    route: "POST /register",
    summary: "Open an event queue and fetch the state it goes on from",
    description: "The snapshot is exact at `last_event_id`: applying the events that follow keeps it so.",
    access: "optional",
    cost: 2,
    countsOnce: true,
    limit: "registrations",
    input: z.object({
      apply_markdown: bool().default(false).describe("Messages as HTML instead of their source"),
      client_gravatar: bool().optional().describe("The client makes picture URLs itself; true unless anonymous"),
      include_subscribers: choice("true", "false", "partial").default("false"),
      slim_presence: bool().default(false).describe("Presence by user id, in the modern form"),
      presence_history_limit_days: int({ min: 0 }).default(14),
      event_types: eventTypes.optional().describe("Types of events wanted; all where left out"),
      all_public_streams: bool()
        .optional()
        .describe("Messages of all public channels, subscribed or not; false unless a bot's owner has set otherwise"),
      client_capabilities: json(ClientCapabilities).default({}),
      fetch_event_types: eventTypes.optional().describe("As `event_types`, for the snapshot alone"),
      narrow: json(QueueTerms)
        .default([])
        .describe("Which messages it receives, as pairs or objects; where empty, a bot's owner may have set a channel"),
    }),
    response: RegisterResponse,
    errors: [...registrationErrors, NarrowNotSupported, OperandNotSupported, NotLoggedIn, QueryNotAuthorized],
    handler: (ctx, { input }) => register(registration, ctx, input),
  });
