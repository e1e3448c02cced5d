/** How often clients say that they are there. */
export const PING_INTERVAL_SECONDS = 60;

/** Who has not said so for that long is gone: three pings, and twenty seconds. */
export const OFFLINE_THRESHOLD_SECONDS = 200;
