import type { RealmContext } from "#kernel/http/context.ts";
import type { Letter } from "#modules/platform/email/letter.ts";

interface Closure {
  readonly realm: Pick<RealmContext, "url"> & { readonly name: string };
  /** The owner who reads it. */
  readonly fullName: string;
  /** Whether it was the reader who deactivated the organization. */
  readonly isOwnAct: boolean;
}

/** To its owners: the organization was deactivated. */
export const organizationDeactivated = ({ realm, fullName, isOwnAct }: Closure): Letter => ({
  kind: "organization_deactivated",
  subject: `${realm.name} was deactivated`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `${isOwnAct ? "You have" : "An owner, or whoever runs the server, has"} deactivated ${realm.name} ` +
        `(${new URL(realm.url).host}). Nobody can log in there any more, and nothing is sent.`,
    },
    { paragraph: "Everything in it is kept. Whoever runs the server can make it active again." },
  ],
  reason: `You get this because you own ${realm.name}.`,
});
