import { MINUTE_MS, parseCron, type CronSchedule } from "@parlance/kernel/jobs/cron-schedule.ts";

/** Period in which a schedule must contain a time, in minutes: four years, for February 29. */
const MAX_INTERVAL_MINUTES = 4 * 366 * 24 * 60;

const DAILY = /^daily (\d\d):(\d\d)$/;

/** The times at which backups are made. */
export interface BackupSchedule {
  /** The schedule as the operator has written it. */
  readonly text: string;
  readonly isScheduled: CronSchedule;
}

/**
 * Parses a schedule: `hourly`, `daily HH:MM`, or a cron expression with five fields. All times are in UTC.
 * @throws Error if it is invalid, or contains no time
 */
export function parseBackupSchedule(text: string): BackupSchedule {
  const [, hour, minute] = DAILY.exec(text) ?? [];
  const cron =
    text === "hourly" ? "0 * * * *" : minute === undefined ? text : `${Number(minute)} ${Number(hour)} * * *`;
  const schedule = { text, isScheduled: parseCron(cron) };
  if (nextBackupTime(schedule, new Date()) === undefined) throw new Error(`${text} contains no time`);
  return schedule;
}

/** Returns the first scheduled time after a time. Undefined if there is none within the next years. */
export function nextBackupTime({ isScheduled }: BackupSchedule, after: Date): Date | undefined {
  const first = Math.floor(after.getTime() / MINUTE_MS) + 1;
  for (let minute = first; minute <= first + MAX_INTERVAL_MINUTES; minute += 1) {
    const time = new Date(minute * MINUTE_MS);
    if (isScheduled(time)) return time;
  }
  return undefined;
}
