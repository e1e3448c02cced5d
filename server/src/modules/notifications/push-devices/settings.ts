import { flag, optional, setting, webFolder } from "@parlance/kernel/config/setting.ts";

/** Settings of push notifications to phones, and of emails about new logins. */
export const pushSettings = {
  pushRelayUrl: optional(
    { ...webFolder, accepts: "a URL without a query, such as https://relay.example.com" },
    {
      key: "push.relay_url",
      variable: "PARLANCE_PUSH_RELAY_URL",
      defaultText: "none: no push notifications for phones",
      meaning:
        "Relay that forwards push notifications to phones. It cannot read the encrypted notifications of apps that support encryption; see `docs/push.md`.",
    },
  ),
  sendLoginEmails: setting(flag, {
    key: "mail.send_login_emails",
    variable: "PARLANCE_SEND_LOGIN_EMAILS",
    default: true,
    meaning: "Whether users are notified by email of new logins to their account.",
  }),
};

/** Settings for notifications on phones. */
export interface PushSettings {
  /**
   * URL of the relay that forwards notifications to the push services of Apple and Google, with a trailing slash. If
   * undefined, phones are not notified.
   */
  readonly pushRelayUrl?: string | undefined;
}
