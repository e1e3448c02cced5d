/** Settings for posting to channels by email. */
export interface ChannelEmailSettings {
  /**
   * Pattern of the channels' email addresses. `%s` stands for the section that identifies the channel. Empty if the
   * server does not accept emails.
   */
  readonly emailGatewayPattern: string;
}
