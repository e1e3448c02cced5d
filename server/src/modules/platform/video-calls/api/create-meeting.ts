import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { NotConfigured } from "../errors.ts";
import type { MeetingInvitations } from "../meeting-invitation.ts";
import { JOIN_PATH } from "../resources.ts";
import type { MeetingServer } from "../video-call-settings.ts";

const MAX_MEETING_NAME_LENGTH = 255;

export const createMeeting = (server: MeetingServer | null, invitations: MeetingInvitations): Endpoint =>
  endpoint.read({
    route: "GET /calls/bigbluebutton/create",
    summary: "Create a BigBlueButton video call",
    description:
      "Returns a URL below the organization's address that lets signed-in users join the call. The call starts " +
      "when the first user joins. The user who created it is its moderator.",
    access: "user",
    input: z.object({
      meeting_name: text({ min: 1, max: MAX_MEETING_NAME_LENGTH }).describe("Name of the call."),
      voice_only: bool().default(false).describe("Whether only moderators can turn on their camera."),
    }),
    secrets: "all",
    response: z.object({ url: z.string().describe("Relative to the organization's address.") }),
    errors: [NotConfigured],
    async handler({ actor }, { input }) {
      if (!server) throw new NotConfigured();
      const invitation = invitations.write({
        id: randomUUID(),
        name: input.meeting_name,
        realmId: actor.realmId,
        moderatorId: actor.id,
        voiceOnly: input.voice_only,
      });
      return { url: `${JOIN_PATH}?bigbluebutton=${invitation}` };
    },
  });
