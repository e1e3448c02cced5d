import { flag, setting } from "@parlance/kernel/config/setting.ts";

/** The setting of logins with a password. */
export const loginSettings = {
  sendLoginEmails: setting(flag, {
    key: "mail.send_login_emails",
    variable: "PARLANCE_SEND_LOGIN_EMAILS",
    default: true,
    meaning: "Whether users are notified by email of new logins to their account.",
  }),
};
