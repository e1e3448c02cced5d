/** Thrown if settings are invalid or conflict. The message has one line for each invalid setting and each conflict. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
