/** Interval at which clients report the presence of their user, in seconds. */
export const PING_INTERVAL_SECONDS = 60;

/** Time after the last report at which a user is shown as offline, in seconds: three intervals and twenty seconds. */
export const OFFLINE_THRESHOLD_SECONDS = 200;
