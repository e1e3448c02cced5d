import type { Schema } from "#kernel/db/types.ts";

const LETS_IN = "lets somebody in, or tells who tried";
const FOLLOWS = "follows from the rest";
const OF_THE_SERVER = "the server's own, and soon forgotten";
const TAKEN_BACK = "people took it back";

/** Tables of which nothing is exported, and why. */
export const leftOut = {
  attempt: LETS_IN,
  channel_address: LETS_IN,
  email_change: LETS_IN,
  external_identity: LETS_IN,
  invitation: LETS_IN,
  invitation_batch: LETS_IN,
  login_failure: LETS_IN,
  login_network: LETS_IN,
  login_step: LETS_IN,
  mail: LETS_IN,
  passkey: LETS_IN,
  password_reset: LETS_IN,
  realm_export: LETS_IN,
  scoped_key: LETS_IN,
  two_factor: LETS_IN,
  web_session: LETS_IN,
  bot_storage: "programs remember what they want, and it may let them in elsewhere",
  audit_log: "names what was private and what was deleted; administrators read it with GET /audit_log",
  deleted_message: TAKEN_BACK,
  attachment_picture: FOLLOWS,
  link_preview: FOLLOWS,
  message_search: FOLLOWS,
  upload_space: FOLLOWS,
  search_progress: FOLLOWS,
  search_stale: FOLLOWS,
  avatar_image: "is moved to the file store; what is there is in no export",
  event: OF_THE_SERVER,
  event_age: OF_THE_SERVER,
  event_queue: OF_THE_SERVER,
  idempotency_key: OF_THE_SERVER,
  migration: OF_THE_SERVER,
  presence_counter: OF_THE_SERVER,
  rate_share: OF_THE_SERVER,
  realm_counter: OF_THE_SERVER,
  resumable_upload: OF_THE_SERVER,
  resumable_upload_piece: OF_THE_SERVER,
  running_time: OF_THE_SERVER,
  server_fact: OF_THE_SERVER,
} as const satisfies Partial<Record<keyof Schema, string>>;

export type LeftOut = keyof typeof leftOut;
