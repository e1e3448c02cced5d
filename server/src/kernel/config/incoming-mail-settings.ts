import { integer, mailPattern, optional, setting, string } from "./setting.ts";

/** How mail comes in. */
export const incomingMailSettings = {
  emailGatewayPattern: setting(mailPattern, {
    variable: "PARLANCE_EMAIL_GATEWAY_PATTERN",
    default: "",
    defaultText: "none: channels have no email addresses, and emails cannot be replied to",
    meaning:
      "Address pattern for incoming email. `%s` stands for the token that identifies the channel and the sender, or the email that is replied to.",
  }),
  incomingMailPort: optional(integer(0, 65_535), {
    variable: "PARLANCE_INCOMING_MAIL_PORT",
    defaultText: "none: emails are only received with `parlance mail receive`",
    meaning:
      "TCP port on which the server accepts incoming email over SMTP from your mail server; 0 picks a free port.",
  }),
  incomingMailHost: setting(string("an address"), {
    variable: "PARLANCE_INCOMING_MAIL_HOST",
    default: "127.0.0.1",
    meaning:
      "Address on which it accepts incoming email. It does not authenticate clients: make sure that only your mail server can reach it.",
  }),
};
