import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Endpoint, endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { NotConfigured } from "../errors.ts";
import type { Invitations } from "../invitation.ts";
import { JOIN_PATH } from "../resources.ts";
import type { MeetingServer } from "../settings.ts";

const MAX_MEETING_NAME = 255;

export const createMeeting = (server: MeetingServer | null, invitations: Invitations): Endpoint =>
  endpoint.read({
    route: "GET /calls/bigbluebutton/create",
    summary: "Create a video call on BigBlueButton",
    description:
      "The answer is an address below that of the organization, which brings those who are signed in there into the " +
      "meeting. The meeting begins when the first of them comes, and whoever created it moderates it.",
    access: "user",
    input: z.object({
      meeting_name: text({ min: 1, max: MAX_MEETING_NAME }),
      voice_only: bool().default(false).describe("Nobody but those who moderate can switch a camera on"),
    }),
    response: z.object({ url: z.string().describe("Relative to the organization's address") }),
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
