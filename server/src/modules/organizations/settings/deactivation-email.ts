import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Email } from "#modules/platform/email/email.ts";

interface OrganizationDeactivation {
  readonly realm: Pick<RealmContext, "url"> & { readonly name: string };
  /** Full name of the owner who receives the email. */
  readonly fullName: string;
  /** Whether the recipient has deactivated the organization. */
  readonly isOwnAct: boolean;
}

/** Renders the email that informs the owners about the deactivation of their organization. */
export const organizationDeactivatedEmail = ({ realm, fullName, isOwnAct }: OrganizationDeactivation): Email => ({
  kind: "organization_deactivated",
  subject: `${realm.name} was deactivated`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `${isOwnAct ? "You" : "An owner or the server's operator"} deactivated ${realm.name} ` +
        `(${new URL(realm.url).host}). Users can no longer log in, and no messages, emails or notifications are sent.`,
    },
    { paragraph: "No data was deleted. The server's operator can reactivate the organization." },
  ],
  reason: `You received this email because you are an owner of ${realm.name}.`,
});
