import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import type { Resource } from "@parlance/kernel/http/resource.ts";
import { InvalidMeeting, NotConfigured } from "./errors.ts";
import type { MeetingInvitations } from "./meeting-invitation.ts";
import { createJoinUrl } from "./meeting-server.ts";
import type { MeetingServer } from "./video-call-settings.ts";

export const JOIN_PATH = "/calls/bigbluebutton/join";

/** Redirects a user of the organization to a meeting, which the user joins under the account's name. */
export const joinMeeting = (server: MeetingServer | null, invitations: MeetingInvitations): Resource => ({
  path: JOIN_PATH,
  access: "optional",
  async find({ db, actor }, _, { bigbluebutton: invitation = "" }) {
    if (actor === null) throw new NotLoggedIn();
    if (!server) throw new NotConfigured();
    const meeting = invitations.read(invitation);
    if (meeting?.realmId !== actor.realmId) throw new InvalidMeeting();
    const { full_name: fullName } = await db
      .selectFrom("account")
      .select("full_name")
      .where("id", "=", actor.id)
      .executeTakeFirstOrThrow();
    return { to: await createJoinUrl(server, meeting, { id: actor.id, fullName }) };
  },
});
