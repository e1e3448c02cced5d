import { InvitationNotUsable } from "#modules/invitations/errors.ts";
import { findInvitation, type FoundInvitation } from "#modules/invitations/find-invitation.ts";
import { ask, asked, askPage } from "./request-to-join.ts";
import { html } from "../layout/html.ts";
import { keyIn } from "../http/link-key-param.ts";
import type { Page, Route, Visit } from "../http/page.ts";
import { unusableLink } from "../layout/invalid-link-page.ts";

/** Joining by a link that many may use. */
export const link: Route = {
  path: "/join/:key",
  async get(visit) {
    const invitation = await find(visit);
    return invitation ? askPage(visit, wayBy(visit, invitation)) : unusable();
  },
  async post(visit) {
    const invitation = await find(visit);
    if (!invitation) return unusable();
    try {
      return await ask(visit, wayBy(visit, invitation));
    } catch (error) {
      if (error instanceof InvitationNotUsable) return unusable();
      throw error;
    }
  },
};

export const linkSent: Route = { path: "/join/:key/sent", get: async (visit) => asked(visit) };

const unusable = (): Page => unusableLink("Ask the person who shared the link for a new one.");

type Link = Extract<FoundInvitation, { state: "usable" }>;

async function find(visit: Visit): Promise<Link | null> {
  const { services, realm, now } = visit;
  const found = await findInvitation(services.db.reader, { realm, key: keyIn(visit), now });
  return found.state === "usable" && found.isLink ? found : null;
}

function wayBy(visit: Visit, { inviter }: Link) {
  const { realm } = visit;
  const linkKey = keyIn(visit);
  const action = `/join/${linkKey}/`;
  const who = inviter === null ? html`You've been invited` : html`<strong>${inviter}</strong> invited you`;
  const introduction = html`${who} to <strong>${realm.name}</strong> (${new URL(realm.url).host}).`;
  return { linkKey, action, sent: `${action}sent`, introduction };
}
