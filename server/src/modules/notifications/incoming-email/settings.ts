import { integer, mailAddress, optional, setting, type SettingKind, string } from "@parlance/kernel/config/setting.ts";

/** Kind of setting for an email address with the placeholder `%s`. */
const mailPattern: SettingKind<string> = {
  schema: mailAddress.schema.refine((text) => /^[^@%]*%s[^@%]*@[^%]*$/.test(text)),
  accepts: "an email address with %s before the @, such as channels+%s@chat.example.com",
};

/** The settings of incoming email. */
export const incomingMailSettings = {
  emailGatewayPattern: setting(mailPattern, {
    key: "incoming_mail.address_pattern",
    variable: "PARLANCE_EMAIL_GATEWAY_PATTERN",
    default: "",
    defaultText: "none: channels have no email addresses, and emails cannot be replied to",
    meaning:
      "Address pattern for incoming email. `%s` stands for the token that identifies the channel and the sender, or the email that is replied to.",
  }),
  incomingMailPort: optional(integer(0, 65_535), {
    key: "incoming_mail.port",
    variable: "PARLANCE_INCOMING_MAIL_PORT",
    defaultText: "none: emails are only received with `parlance mail receive`",
    meaning:
      "TCP port on which the server accepts incoming email over SMTP from your mail server; 0 picks a free port.",
  }),
  incomingMailHost: setting(string("an address"), {
    key: "incoming_mail.host",
    variable: "PARLANCE_INCOMING_MAIL_HOST",
    default: "127.0.0.1",
    meaning:
      "Address on which it accepts incoming email. It does not authenticate clients: make sure that only your mail server can reach it.",
  }),
};

/** Settings for incoming email. */
export interface IncomingEmailSettings {
  /**
   * Pattern of the addresses for incoming email, with `%s` in place of the part that identifies the target. If empty,
   * no emails are accepted.
   */
  readonly emailGatewayPattern: string;
  /** Port on which the server accepts emails from a mail server by SMTP; undefined if it accepts none. */
  readonly incomingMailPort?: number | undefined;
  readonly incomingMailHost: string;
}
