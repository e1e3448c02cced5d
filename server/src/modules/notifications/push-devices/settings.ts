/** How phones are told of something. */
export interface PushSettings {
  /** The relay that speaks with the services of phones' makers, with a slash at the end. Undefined: phones are told nothing. */
  readonly pushRelayUrl?: string | undefined;
}
