/** The time zone of those who choose none. */
export const DEFAULT_TIME_ZONE = "UTC";

let zones: readonly string[] | undefined;

/** The time zones that the server knows, by their IANA names; UTC first. */
export const timeZones = (): readonly string[] =>
  (zones ??= [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== DEFAULT_TIME_ZONE)]);
