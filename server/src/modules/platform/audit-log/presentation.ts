import { z } from "zod";
import type { Row } from "#kernel/db/types.ts";

const Facts = z.record(z.string(), z.unknown()).nullable();

/** An administrative act, as administrators read it. */
export const AuditLogEntry = z.strictObject({
  id: z.int(),
  timestamp: z.int().describe("UNIX time in seconds"),
  actor_id: z.int().nullable().describe("Who did it; null: the server itself, or who runs it"),
  act: z.string(),
  target_type: z.string(),
  target_id: z.int().nullable().describe("null: a target that has no id, such as a mail domain"),
  before: Facts.describe("What was changed, as it was before; null: there was nothing, or there is nothing to say"),
  after: Facts.describe("The same as it was afterwards"),
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
