import { z } from "zod";
import { RegisterResponse } from "@parlance/contract/register/index.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { NotLoggedIn, QueryNotAuthorized } from "#kernel/http/errors.ts";
import { bool, choice, int, json } from "#kernel/http/params.ts";
import { NarrowNotSupported, OperandNotSupported, QueueTerms } from "#narrow/index.ts";
import { registrationErrors } from "../errors.ts";
import { register, type Registration } from "../register-queue.ts";

const capability = z.boolean().optional();
/** Several times as many as there are, and longer than any: clients may know of some that this server does not. */
const MAX_EVENT_TYPES = 200;
const MAX_EVENT_TYPE = 60;
const eventTypes = json(z.array(z.string().max(MAX_EVENT_TYPE)).max(MAX_EVENT_TYPES));

/** Unknown capabilities are accepted, and left out: newer clients name them to every server. */
const ClientCapabilities = z.object({
  notification_settings_null: capability.describe(
    "Notification settings of a subscription may be null, which uses the user's general setting.",
  ),
  bulk_message_deletion: capability.describe("One `delete_message` event may list several messages."),
  user_avatar_url_field_optional: capability.describe(
    "`avatar_url` may be absent for users whose avatars the client can fetch later.",
  ),
  stream_typing_notifications: capability.describe("The client handles `typing` events for channels."),
  user_settings_object: capability.describe("Settings are sent in `user_settings` instead of at the top level."),
  linkifier_url_template: capability.describe("Linkifiers are sent with URL templates."),
  user_list_incomplete: capability.describe("The client handles ids of users that are missing from the list of users."),
  include_deactivated_groups: capability.describe("Deactivated user groups are sent."),
  archived_channels: capability.describe("Archived channels are sent."),
  empty_topic_name: capability.describe("The empty topic is sent as an empty string."),
  simplified_presence_events: capability.describe("`presence` events use the modern format."),
});

export const registerQueue = (registration: Registration): Endpoint =>
  endpoint.read({
    route: "POST /register",
    summary: "Register an event queue",
    description:
      "Creates an event queue and returns a snapshot of the state. The snapshot is exact as of `last_event_id`; " +
      "applying the queue's events keeps it current.",
    access: "optional",
    cost: 2,
    countsOnce: true,
    limit: "registrations",
    input: z.object({
      apply_markdown: bool().default(false).describe("Whether messages are sent as HTML rather than Markdown source."),
      client_gravatar: bool()
        .optional()
        .describe(
          "Whether the client computes avatar URLs from email addresses; defaults to true, and to false without " +
            "authentication.",
        ),
      include_subscribers: choice("true", "false", "partial")
        .default("false")
        .describe("Whether to include the subscribers of each channel; `partial` shortens long lists."),
      slim_presence: bool().default(false).describe("Whether to send presence by user id, in the modern format."),
      presence_history_limit_days: int({ min: 0 }).default(14).describe("Number of days to look back for presence."),
      event_types: eventTypes.optional().describe("Event types to receive; defaults to all."),
      all_public_streams: bool()
        .optional()
        .describe(
          "Whether to receive messages from all public channels, subscribed or not. Defaults to false; the owner of a " +
            "bot can set another default.",
        ),
      client_capabilities: json(ClientCapabilities)
        .default({})
        .describe("Features that the client supports; unknown ones are ignored."),
      fetch_event_types: eventTypes
        .optional()
        .describe("Event types whose data the snapshot includes; defaults to `event_types`."),
      narrow: json(QueueTerms)
        .default([])
        .describe(
          "Filters for `message` events, as pairs or objects; defaults to none. The owner of a bot can set a channel " +
            "as the default.",
        ),
    }),
    response: RegisterResponse,
    errors: [...registrationErrors, NarrowNotSupported, OperandNotSupported, NotLoggedIn, QueryNotAuthorized],
    handler: (ctx, { input }) => register(registration, ctx, input),
  });
