/** Seconds by which an edit or a move may exceed its time limit, so that users who started in time can finish. */
export const CHANGE_GRACE_SECONDS = 20;

/** True if something of this age can still be changed. Null means that there is no limit. */
export const isWithinTimeLimit = (ageSeconds: number, limitSeconds: number | null): boolean =>
  limitSeconds === null || ageSeconds <= limitSeconds;
