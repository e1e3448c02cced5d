import { integer, mailPattern, optional, setting, string } from "./setting.ts";

/** How mail comes in. */
export const incomingMailSettings = {
  emailGatewayPattern: setting(mailPattern, {
    variable: "PARLANCE_EMAIL_GATEWAY_PATTERN",
    default: "",
    defaultText: "none: channels have no addresses, and letters cannot be answered",
    meaning:
      "The address at which the server takes mail, with `%s` where the part comes that names a channel and lets somebody write there, or that says which letter is answered.",
  }),
  incomingMailPort: optional(integer(0, 65_535), {
    variable: "PARLANCE_INCOMING_MAIL_PORT",
    defaultText: "none: letters come in by `parlance mail receive` alone",
    meaning:
      "The TCP port on which the server takes such mail by SMTP, from a mail server in front of it; 0 takes any that is free.",
  }),
  incomingMailHost: setting(string("an address"), {
    variable: "PARLANCE_INCOMING_MAIL_HOST",
    default: "127.0.0.1",
    meaning: "The address on which it takes mail. It asks nobody who they are: let only your mail server reach it.",
  }),
};
