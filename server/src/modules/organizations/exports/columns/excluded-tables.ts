import type { Schema } from "@parlance/kernel/db/types.ts";

const GRANTS_ACCESS = "allows logging in, or reveals login attempts";
const OF_DIRECTORY = "the new organization has another directory, or none";
const DERIVED = "follows from the rest";
const SERVER_INTERNAL = "the server's own, and soon forgotten";
const DELETED_BY_USERS = "people took it back";

/** Tables that are never exported, each with the reason. */
export const excludedTables = {
  attempt: GRANTS_ACCESS,
  channel_address: GRANTS_ACCESS,
  directory_link: GRANTS_ACCESS,
  email_change: GRANTS_ACCESS,
  external_identity: GRANTS_ACCESS,
  incoming_mail: "is posted, or refused, within seconds",
  invitation: GRANTS_ACCESS,
  invitation_batch: GRANTS_ACCESS,
  login_failure: GRANTS_ACCESS,
  login_network: GRANTS_ACCESS,
  login_step: GRANTS_ACCESS,
  mail: GRANTS_ACCESS,
  passkey: GRANTS_ACCESS,
  password_reset: GRANTS_ACCESS,
  push_browser: GRANTS_ACCESS,
  push_device: "is known to this server's relay alone",
  push_status: "is what this server's relay said",
  push_token: "is known to this server's relay alone",
  realm_export: GRANTS_ACCESS,
  scim_group: OF_DIRECTORY,
  scim_token: GRANTS_ACCESS,
  scim_user: OF_DIRECTORY,
  reply_address: GRANTS_ACCESS,
  scoped_key: GRANTS_ACCESS,
  two_factor: GRANTS_ACCESS,
  web_session: GRANTS_ACCESS,
  bot_storage: "programs remember what they want, and it may let them in elsewhere",
  audit_log: "names what was private and what was deleted; administrators read it with GET /audit_log",
  deleted_message: DELETED_BY_USERS,
  attachment_picture: DERIVED,
  link_preview: DERIVED,
  message_search: DERIVED,
  digest: DERIVED,
  notice: DERIVED,
  notice_letter: DERIVED,
  upload_space: DERIVED,
  search_progress: DERIVED,
  search_stale: DERIVED,
  avatar_image: "is moved to the file store; what is there is in no export",
  event: SERVER_INTERNAL,
  event_age: SERVER_INTERNAL,
  event_queue: SERVER_INTERNAL,
  https_certificate: "is of the server's hosts, and ordered anew elsewhere",
  idempotency_key: SERVER_INTERNAL,
  migration: SERVER_INTERNAL,
  notice_progress: SERVER_INTERNAL,
  posted_mail: SERVER_INTERNAL,
  presence_counter: SERVER_INTERNAL,
  rate_share: SERVER_INTERNAL,
  realm_counter: SERVER_INTERNAL,
  resumable_upload: SERVER_INTERNAL,
  resumable_upload_piece: SERVER_INTERNAL,
  running_time: SERVER_INTERNAL,
  server_fact: SERVER_INTERNAL,
} as const satisfies Partial<Record<keyof Schema, string>>;

export type ExcludedTable = keyof typeof excludedTables;
