import type { Config } from "@parlance/server/kernel/config.ts";
import type { Reader } from "@parlance/server/kernel/db/types.ts";
import { failureOf } from "@parlance/server/modules/platform/email/post/failure.ts";
import { SmtpPost } from "@parlance/server/modules/platform/email/post/smtp.ts";
import { unsentLetters } from "@parlance/server/modules/platform/email/queries.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Whether the mail server can be reached and lets us in; nothing is sent. */
export async function checkMailServer({ smtpUrl, server }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    return ok("mail", `no SMTP_URL: letters are not sent, but put into ${server.mailFolder}`);
  }
  const post = new SmtpPost(smtpUrl);
  const { host } = new URL(smtpUrl);
  try {
    await post.verify();
    return ok("mail", `${host} takes mail`);
  } catch (error) {
    const { code, reason } = failureOf(error);
    const advice = "Check SMTP_URL, and that the mail server runs and lets this machine in. Letters wait meanwhile.";
    return fail("mail", `${host} does not take mail (${code}): ${reason}`, advice);
  } finally {
    post.close();
  }
}

/** Whether letters lie there that nobody took. */
export async function checkLetters(db: Reader): Promise<Finding> {
  const { waiting, failed } = await unsentLetters(db);
  if (failed === 0) return ok("letters", `${waiting} wait to be sent, none were given up`);
  const advice = "`parlance mail list --failed` says why; `parlance mail retry` tries them again.";
  return warn("letters", `${failed} were given up`, advice);
}
