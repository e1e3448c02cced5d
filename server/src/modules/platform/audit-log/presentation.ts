import { z } from "zod";
import type { Row } from "@parlance/kernel/db/types.ts";

const Facts = z.record(z.string(), z.unknown()).nullable();

/** An administrative action as administrators receive it. */
export const AuditLogEntry = z.strictObject({
  id: z.int(),
  timestamp: z.int().describe("UNIX timestamp in seconds."),
  actor_id: z.int().nullable().describe("Id of the acting user; null if the server itself or an operator acted."),
  act: z.string(),
  target_type: z.string(),
  target_id: z.int().nullable().describe("Null if the target has no id, such as an email domain."),
  before: Facts.describe("Values before the change; null for none."),
  after: Facts.describe("Values after the change; null for none."),
});

export const presentAct = (row: Omit<Row<"audit_log">, "realm_id">): z.input<typeof AuditLogEntry> => ({
  id: row.id,
  timestamp: Math.floor(row.at.getTime() / 1000),
  actor_id: row.actor_id,
  act: row.act,
  target_type: row.target_type,
  target_id: row.target_id,
  before: row.before as z.input<typeof Facts>,
  after: row.after as z.input<typeof Facts>,
});
