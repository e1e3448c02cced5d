import { sql } from "kysely";

/** How far each organization's log was looked through for notices, where that has begun: `realm_id`, `event_id`. */
export const lookedThroughInSql = sql`select realm_id, event_id from notice_progress`;
