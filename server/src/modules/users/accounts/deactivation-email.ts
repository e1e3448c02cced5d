import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Email } from "#modules/platform/email/email.ts";

interface AccountDeactivation {
  readonly realm: Pick<RealmContext, "url"> & { readonly name: string };
  readonly fullName: string;
  /** The administrator's comment, which may be empty. */
  readonly comment: string;
}

/** Creates the email to a user whose account was deactivated. */
export const deactivationEmail = ({ realm, fullName, comment }: AccountDeactivation): Email => ({
  kind: "account_deactivated",
  subject: `Your account at ${realm.name} was deactivated`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `An administrator of ${realm.name} (${new URL(realm.url).host}) deactivated your account. ` +
        "You can no longer log in, and your API key no longer works.",
    },
    ...(comment === "" ? [] : [{ paragraph: "The administrator wrote:" }, { quote: comment }]),
  ],
  reason: `You received this email because you had an account at ${realm.name}.`,
});
