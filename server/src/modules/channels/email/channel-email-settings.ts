/** Settings for receiving emails. */
export interface ChannelEmailSettings {
  /**
   * The email address pattern for channels, with `%s` for the section that identifies the channel. Empty if no emails
   * are accepted.
   */
  readonly emailGatewayPattern: string;
}
