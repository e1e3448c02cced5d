import { z } from "zod";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";
import { type BackupSchedule, nextBackupTime } from "./backup-schedule.ts";

const FACT = "scheduled_backups";

const time = z.iso.datetime().transform((text) => new Date(text));

const stateSchema = z.object({
  /** When a server with scheduled backups was started for the first time. */
  since: time,
  /** The last attempt to make a backup. */
  attempt: z.object({ at: time, error: z.string().nullable() }).optional(),
  /** The newest backup. */
  newest: z.object({ at: time, name: z.string(), bytes: z.number() }).optional(),
  /** The last test restore, with the time of the backup. */
  test: z.object({ at: time, name: z.string(), error: z.string().nullable() }).optional(),
});

/** The state of scheduled backups, as the database has it. All processes of a server share it. */
export type BackupState = z.infer<typeof stateSchema>;

/** Returns undefined if no server with scheduled backups was started yet. */
export async function loadBackupState(db: Reader): Promise<BackupState | undefined> {
  const row = await db.selectFrom("server_fact").select("value").where("key", "=", FACT).executeTakeFirst();
  return row && stateSchema.parse(JSON.parse(row.value));
}

export const storeBackupState = (tx: Tx, state: BackupState): Promise<void> =>
  storeServerFact(tx, FACT, JSON.stringify(state), "replaced");

/** How far the newest backup lags behind, in seconds. */
export interface BackupAge {
  /** Time since the newest backup. If there is none, the time since backups were scheduled. */
  readonly ageSeconds: number;
  /** Time since the first scheduled time for which there is no backup; 0 if there is none. */
  readonly overdueSeconds: number;
}

export function computeBackupAge(schedule: BackupSchedule, { since, newest }: BackupState, now: Date): BackupAge {
  const from = newest?.at ?? since;
  const due = nextBackupTime(schedule, from) ?? now;
  const secondsSince = (moment: Date) => Math.max(0, (now.getTime() - moment.getTime()) / 1000);
  return { ageSeconds: secondsSince(from), overdueSeconds: secondsSince(due) };
}
