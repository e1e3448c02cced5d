import type { Schema } from "#kernel/db/types.ts";

const LETS_IN = "lets somebody in, or tells who tried";
const OF_DIRECTORY = "the new organization has another directory, or none";
const FOLLOWS = "follows from the rest";
const OF_THE_SERVER = "the server's own, and soon forgotten";
const TAKEN_BACK = "people took it back";

/** Tables of which nothing is exported, and why. */
export const leftOut = {
  attempt: LETS_IN,
  channel_address: LETS_IN,
  directory_link: LETS_IN,
  email_change: LETS_IN,
  external_identity: LETS_IN,
  incoming_mail: "is posted, or refused, within seconds",
  invitation: LETS_IN,
  invitation_batch: LETS_IN,
  login_failure: LETS_IN,
  login_network: LETS_IN,
  login_step: LETS_IN,
  mail: LETS_IN,
  passkey: LETS_IN,
  password_reset: LETS_IN,
  push_browser: LETS_IN,
  push_device: "is known to this server's relay alone",
  push_status: "is what this server's relay said",
  push_token: "is known to this server's relay alone",
  realm_export: LETS_IN,
  scim_group: OF_DIRECTORY,
  scim_token: LETS_IN,
  scim_user: OF_DIRECTORY,
  reply_address: LETS_IN,
  scoped_key: LETS_IN,
  two_factor: LETS_IN,
  web_session: LETS_IN,
  bot_storage: "programs remember what they want, and it may let them in elsewhere",
  audit_log: "names what was private and what was deleted; administrators read it with GET /audit_log",
  deleted_message: TAKEN_BACK,
  attachment_picture: FOLLOWS,
  link_preview: FOLLOWS,
  message_search: FOLLOWS,
  digest: FOLLOWS,
  notice: FOLLOWS,
  notice_letter: FOLLOWS,
  upload_space: FOLLOWS,
  search_progress: FOLLOWS,
  search_stale: FOLLOWS,
  avatar_image: "is moved to the file store; what is there is in no export",
  event: OF_THE_SERVER,
  event_age: OF_THE_SERVER,
  event_queue: OF_THE_SERVER,
  https_certificate: "is of the server's hosts, and ordered anew elsewhere",
  idempotency_key: OF_THE_SERVER,
  migration: OF_THE_SERVER,
  notice_progress: OF_THE_SERVER,
  posted_mail: OF_THE_SERVER,
  presence_counter: OF_THE_SERVER,
  rate_share: OF_THE_SERVER,
  realm_counter: OF_THE_SERVER,
  resumable_upload: OF_THE_SERVER,
  resumable_upload_piece: OF_THE_SERVER,
  running_time: OF_THE_SERVER,
  server_fact: OF_THE_SERVER,
} as const satisfies Partial<Record<keyof Schema, string>>;

export type LeftOut = keyof typeof leftOut;
