/**
 * Returns true if a request failed because the server or its database was down, or because a proxy could not reach the
 * server. In the last case, the response is not valid JSON, because the proxy sends an HTML page with status 502.
 */
export const isDisconnection = (error: unknown): boolean =>
  /ECONN|EPIPE|socket hang up|Unexpected end|not valid JSON|DATABASE_UNAVAILABLE|OUTCOME_UNKNOWN|status 50[234]/.test(
    String(error),
  );
