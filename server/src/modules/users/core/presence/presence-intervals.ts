/** Interval at which clients report the presence of their user, in seconds. */
export const PING_INTERVAL_SECONDS = 60;

/** A user whose last report is older than this is shown as offline. In seconds: three intervals and twenty seconds. */
export const OFFLINE_THRESHOLD_SECONDS = 200;
