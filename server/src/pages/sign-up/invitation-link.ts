import { InvitationNotUsable } from "#modules/invitations/errors.ts";
import { findInvitation, type FoundInvitation } from "#modules/invitations/invitation.ts";
import { requestToJoin, requestSentPage, requestToJoinPage } from "./request-to-join.ts";
import { html } from "../layout/html.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import type { Page, Route, Visit } from "../http/page-types.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

/** Page for joining with a reusable invitation link. */
export const invitationLink: Route = {
  path: "/join/:key",
  async get(visit) {
    const invitation = await find(visit);
    return invitation ? requestToJoinPage(visit, joinMethod(visit, invitation)) : invalidLink();
  },
  async post(visit) {
    const invitation = await find(visit);
    if (!invitation) return invalidLink();
    try {
      return await requestToJoin(visit, joinMethod(visit, invitation));
    } catch (error) {
      if (error instanceof InvitationNotUsable) return invalidLink();
      throw error;
    }
  },
};

export const invitationLinkSent: Route = { path: "/join/:key/sent", get: async (visit) => requestSentPage(visit) };

const invalidLink = (): Page => invalidLinkPage("Ask the person who shared the link for a new one.");

type Link = Extract<FoundInvitation, { state: "usable" }>;

async function find(visit: Visit): Promise<Link | null> {
  const { services, realm, now } = visit;
  const found = await findInvitation(services.db.reader, { realm, key: linkKeyParam(visit), now });
  return found.state === "usable" && found.isLink ? found : null;
}

function joinMethod(visit: Visit, { inviter }: Link) {
  const { realm } = visit;
  const linkKey = linkKeyParam(visit);
  const action = `/join/${linkKey}/`;
  const who = inviter === null ? html`You've been invited` : html`<strong>${inviter}</strong> invited you`;
  const introduction = html`${who} to <strong>${realm.name}</strong> (${new URL(realm.url).host}).`;
  return { linkKey, action, sent: `${action}sent`, introduction };
}
