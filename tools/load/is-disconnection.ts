/**
 * True if a request failed because its server, a proxy's connection to it, or its database was gone. The page of a proxy's 502 is
 * not valid JSON.
 */
export const isDisconnection = (error: unknown): boolean =>
  /ECONN|EPIPE|socket hang up|Unexpected end|not valid JSON|DATABASE_UNAVAILABLE|OUTCOME_UNKNOWN|status 50[234]/.test(
    String(error),
  );
