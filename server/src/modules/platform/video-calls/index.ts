import { videoCallsNoun } from "@parlance/contract/nouns/video-calls.ts";
import { type Module, defineSlice } from "@parlance/kernel/http/module.ts";
import { createMeeting } from "./api/create-meeting.ts";
import { MeetingInvitations } from "./meeting-invitation.ts";
import { joinMeeting } from "./resources.ts";
import { meetingServer, type VideoCallSettings } from "./video-call-settings.ts";

/**
 * Creates the module for BigBlueButton calls, which need the server to create and join meetings. For other providers,
 * clients create the call's URL themselves.
 */
export function videoCallsModule({ secret, settings }: { secret: Uint8Array; settings: VideoCallSettings }): Module {
  const server = meetingServer(settings);
  const invitations = new MeetingInvitations(secret);
  return {
    name: "video-calls",
    section: "channels",
    floor: "channel-use",
    endpoints: [createMeeting(server, invitations)],
    resources: [joinMeeting(server, invitations)],
    slices: [defineSlice(videoCallsNoun, "video_calls", async () => ({ has_zoom_token: false }))],
  };
}
