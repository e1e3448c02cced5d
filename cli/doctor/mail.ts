import type { Config } from "@parlance/server/app/config/load-config.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { toDeliveryFailure } from "@parlance/server/modules/platform/email/transport/delivery-failure.ts";
import { SmtpTransport } from "@parlance/server/modules/platform/email/transport/smtp-transport.ts";
import { countUnsentEmails } from "@parlance/server/modules/platform/email/queries.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Checks whether the mail server is reachable and accepts the login. Sends no email. */
export async function checkMailServer({ smtpUrl, server }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    return ok("mail", `SMTP_URL is not set: emails are not sent, but saved in ${server.mailFolder}`);
  }
  const post = new SmtpTransport(smtpUrl);
  const { host } = new URL(smtpUrl);
  try {
    await post.verify();
    return ok("mail", `${host} accepts email`);
  } catch (error) {
    const { code, reason } = toDeliveryFailure(error);
    const advice =
      "Check SMTP_URL, that the mail server is running, and that it accepts connections from this machine. Emails wait until it does.";
    return fail("mail", `${host} does not accept email (${code}): ${reason}`, advice);
  } finally {
    post.close();
  }
}

/** Reports emails that could not be delivered. */
export async function checkUndeliveredEmails(db: Reader): Promise<Finding> {
  const { waiting, failed } = await countUnsentEmails(db);
  if (failed === 0) return ok("letters", `${waiting} waiting to be sent, none failed`);
  const advice = "Run `parlance mail list --failed` for the reasons and `parlance mail retry` to retry them.";
  return warn("letters", `${failed} failed`, advice);
}
