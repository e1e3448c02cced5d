/** How mail reaches the server. */
export interface ChannelEmailSettings {
  /** The address that mail to channels goes to, with `%s` for what names the channel; empty: none is taken. */
  readonly emailGatewayPattern: string;
}
