import { optional, string, webAddress, webFolder } from "@parlance/kernel/config/setting.ts";

/** The settings of video calls. */
export const videoCallSettings = {
  jitsiUrl: optional(webAddress, {
    key: "video_calls.jitsi_url",
    variable: "PARLANCE_JITSI_URL",
    defaultText: "none",
    meaning: "Jitsi Meet server for video calls, in organizations that did not set their own.",
  }),
  bigBlueButtonUrl: optional(webFolder, {
    key: "video_calls.bigbluebutton_url",
    variable: "PARLANCE_BIGBLUEBUTTON_URL",
    defaultText: "none",
    meaning: "BigBlueButton server for video calls, as printed by `bbb-conf --secret` there. Requires the secret.",
  }),
  bigBlueButtonSecret: optional(string("at least 8 characters", /^.{8,}$/s), {
    key: "video_calls.bigbluebutton_secret",
    variable: "PARLANCE_BIGBLUEBUTTON_SECRET",
    isSecret: true,
    defaultText: "none",
    meaning: "Shared secret of the BigBlueButton server, as printed by `bbb-conf --secret`.",
  }),
};

/** Settings of the BigBlueButton server. Meetings are available only if both settings are set. */
export interface VideoCallSettings {
  /** URL of the BigBlueButton server up to `/bigbluebutton/`, with a trailing slash. */
  readonly bigBlueButtonUrl?: string | undefined;
  readonly bigBlueButtonSecret?: string | undefined;
}

export interface MeetingServer {
  readonly url: string;
  readonly secret: string;
}

/** Returns the meeting server, or null if none is configured. */
export const meetingServer = ({ bigBlueButtonUrl: url, bigBlueButtonSecret: secret }: VideoCallSettings) =>
  url === undefined || secret === undefined ? null : { url, secret };
