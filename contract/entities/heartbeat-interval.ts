/**
 * Maximum interval of the heartbeats that a server sends to waiting clients, in seconds. Clients treat a connection
 * without data as broken: common ones after 90 seconds, the web client slightly later.
 */
export const MAX_HEARTBEAT_SECONDS = 90;
