import type { PermissionRow } from "../row.ts";
import { channelRows } from "./channels.ts";
import { messageRows } from "./messages.ts";
import { realmRows } from "./realms.ts";
import { userRows } from "./users.ts";

/** Who may call what: every operation of the server has a row. */
export const rows: readonly PermissionRow[] = [...realmRows, ...userRows, ...channelRows, ...messageRows];
