import { z } from "zod";
import { ClientCapabilities } from "@parlance/contract/register/client-capabilities.ts";
import { RegisterResponse } from "@parlance/contract/register/index.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, choice, int, json } from "@parlance/kernel/http/params.ts";
import { QueueTerms } from "#narrow/index.ts";
import { registrationErrors } from "../errors.ts";
import { register, type RegistrationServices } from "../register-queue.ts";
import { registrationsLimit } from "../settings.ts";
import { narrow } from "#modules/platform/parameters/identifying-parameters.ts";

/** Several times the number of event types: clients may request types that this server does not know. */
const MAX_EVENT_TYPES = 200;
const MAX_EVENT_TYPE = 60;
const eventTypes = json(z.array(z.string().max(MAX_EVENT_TYPE)).max(MAX_EVENT_TYPES));

export const registerQueue = (registration: RegistrationServices): Endpoint =>
  endpoint.read({
    route: "POST /register",
    summary: "Register an event queue",
    description:
      "Creates an event queue and returns a snapshot of the state. The snapshot is exact as of `last_event_id`; " +
      "applying the queue's events keeps it current.",
    access: "optional",
    cost: 2,
    ignoresResponseSize: true,
    limit: registrationsLimit,
    input: z.object({
      apply_markdown: bool().default(false).describe("Whether messages are sent as HTML rather than Markdown source."),
      client_gravatar: bool().optional().describe("The client computes avatar URLs; defaults to true for users."),
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
      narrow: narrow(QueueTerms)
        .default([])
        .describe(
          "Filters for `message` events, as pairs or objects; defaults to none. The owner of a bot can set a channel " +
            "as the default.",
        ),
    }),
    secrets: ["realm_bots"],
    response: RegisterResponse,
    errors: registrationErrors,
    handler: (ctx, { input }) => register(registration, ctx, input),
  });
