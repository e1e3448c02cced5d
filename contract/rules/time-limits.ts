/** Seconds by which an edit or a move may exceed its time limit: users who began in time can finish in time. */
export const CHANGE_GRACE_SECONDS = 20;

/** True if something of this age can still be changed. A limit of null never ends. */
export const isWithinTimeLimit = (ageSeconds: number, limitSeconds: number | null): boolean =>
  limitSeconds === null || ageSeconds <= limitSeconds;
