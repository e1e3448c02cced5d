import { z } from "zod";

/** The body of every error response. Some codes add fields. */
export const ErrorEnvelope = z.looseObject({
  result: z.literal("error"),
  msg: z.string().describe("Error message for humans; the wording may change."),
  code: z.string().describe("Error code for programs."),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/**
 * The error codes that clients of other servers know as well, each with the fields that it may have in addition to
 * `result`, `msg` and `code`. Clients that decode strictly fail if there is any other field. Codes that are not listed
 * exist only on this server.
 */
export const sharedErrorFields = {
  ADMIN_ACTION_REQUIRED: [],
  BAD_EVENT_QUEUE_ID: [],
  BAD_REQUEST: [],
  CANNOT_DEACTIVATE_GROUP_IN_USE: ["objections"],
  CANNOT_DEACTIVATE_LAST_USER: ["entity", "is_last_owner"],
  CHANNEL_ALREADY_EXISTS: [],
  FAILED_TO_CONNECT_BOUNCER: [],
  INTERNAL_SERVER_ERROR_ON_BOUNCER: [],
  INVALID_API_KEY: [],
  INVALID_PUSH_DEVICE_TOKEN: [],
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: [],
  INVITATION_FAILED: ["errors", "sent_invitations", "daily_limit_reached", "license_limit_reached"],
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: [
    "first_message_id_allowed_to_move",
    "total_messages_in_topic",
    "total_messages_allowed_to_move",
  ],
  NOT_FOUND: [],
  NO_ACTIVE_PUSH_DEVICE: [],
  PUSH_SERVICE_NOT_CONFIGURED: [],
  RATE_LIMIT_HIT: ["retry-after"],
  REACTION_ALREADY_EXISTS: [],
  REACTION_DOES_NOT_EXIST: [],
  REALM_DEACTIVATED: [],
  REQUEST_VARIABLE_MISSING: ["var_name"],
  STREAM_DOES_NOT_EXIST: ["stream_id", "stream"],
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: [],
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: [],
  UNAUTHORIZED: [],
  UNAUTHORIZED_PRINCIPAL: [],
  USER_DEACTIVATED: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type SharedErrorFields = typeof sharedErrorFields;
