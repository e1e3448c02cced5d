import { parseAppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { InvitationRequired } from "#modules/invitations/errors.ts";
import { requestToJoin, requestSentPage, requestToJoinPage } from "./request-to-join.ts";
import { confirmAppPage } from "../sign-in/confirm-sign-in-page.ts";
import { providerButtons } from "../providers/provider-buttons.ts";
import { html } from "../layout/html.ts";
import type { Page, Route, Visit } from "../http/page-types.ts";

const PATH = "/register";

/** Page for joining without an invitation, if the organization allows this. */
export const register: Route = {
  path: PATH,
  async get(visit) {
    const flow = parseAppFlow(visit.query, visit);
    if (flow !== null && !visit.isUserInitiated) return confirmAppPage(visit, PATH);
    visit.flow = flow;
    return isOpen(visit) ? requestToJoinPage(visit, openJoinMethod(visit)) : howToJoin(visit);
  },
  async post(visit) {
    if (!isOpen(visit)) return refused(visit);
    try {
      return await requestToJoin(visit, openJoinMethod(visit));
    } catch (error) {
      if (error instanceof InvitationRequired) return refused(visit);
      throw error;
    }
  },
};

export const registerSent: Route = { path: `${PATH}/sent`, get: async (visit) => requestSentPage(visit) };

const isOpen = ({ realm }: Visit): boolean => !realm.settings.invite_required;

const openJoinMethod = ({ realm }: Visit) => ({
  linkKey: null,
  action: PATH,
  sent: `${PATH}/sent`,
  introduction: html`<strong>${realm.name}</strong> (${new URL(realm.url).host}) is open to new members.`,
});

/** Page that says how to get an invitation. Its status is 200, not an error, because the start page links to it. */
const howToJoin = (visit: Visit, { realm } = visit): Page => ({
  title: `Join ${realm.name}`,
  body: html`<h1>Join ${realm.name}</h1>
    <p>
      You need an invitation to join ${realm.name}. Ask a member to invite you by email or to send you an invitation
      link.
    </p>
    ${providerButtons(visit, { joins: true })}
    <div class="actions"><a class="button" href="/login">I already have an account</a></div>`,
});

const refused = (visit: Visit): Page => ({ ...howToJoin(visit), status: 403 });
