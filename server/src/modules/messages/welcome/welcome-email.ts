import type { Email } from "#modules/platform/email/email.ts";

interface WelcomeEmailDetails {
  /** Name of the organization. */
  readonly organization: string;
  readonly url: string;
  readonly email: string;
}

/**
 * Creates the welcome email. New users can keep it, because it contains the organization's URL and the email address
 * for logging in.
 */
export const createWelcomeEmail = ({ organization, url, email }: WelcomeEmailDetails): Email => ({
  kind: "welcome",
  subject: `Welcome to ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `Your account at ${organization} on Parlance is ready. Keep this email, so that you can find your way back.`,
    },
    { facts: { Organization: url, "Your login email": email } },
    { button: `Go to ${organization}`, url },
  ],
  reason: `You received this email because you joined ${organization}.`,
});
