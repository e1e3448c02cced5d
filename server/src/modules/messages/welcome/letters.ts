import type { Letter } from "#modules/platform/email/letter.ts";

interface Welcome {
  /** Name of the organization. */
  readonly organization: string;
  readonly url: string;
  readonly email: string;
}

/** To a newcomer, to be kept: where the account is, and how to get in. */
export const welcomeLetter = ({ organization, url, email }: Welcome): Letter => ({
  kind: "welcome",
  subject: `Welcome to ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `you have an account at ${organization} on Parlance now. Keep this letter: it says how to get back to it.`,
    },
    { facts: { Organization: url, "Your address for logging in": email } },
    { button: `Go to ${organization}`, url },
  ],
  reason: `You get this because you joined ${organization}.`,
});
