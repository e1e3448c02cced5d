/** How mail comes in. */
export interface IncomingEmailSettings {
  /** The address that mail goes to, with `%s` for what says where it belongs; empty: none is taken. */
  readonly emailGatewayPattern: string;
  /** Where a mail server hands letters in by SMTP; undefined: nowhere. */
  readonly incomingMailPort?: number | undefined;
  readonly incomingMailHost: string;
}
