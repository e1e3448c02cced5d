import { meetingServer, type VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";

const always = { disabled: { id: 0, name: "None" }, jitsi_meet: { id: 1, name: "Jitsi Meet" } };
const bigBlueButton = { big_blue_button: { id: 4, name: "BigBlueButton" } };

/** Ids of all providers of video calls, whether or not they are available on this server. */
export const videoChatProviderIds = Object.values({ ...always, ...bigBlueButton }).map(({ id }) => id);

/** Returns the providers of video calls that are available on this server. */
export const videoChatProviders = (
  settings: VideoCallSettings,
): Readonly<Record<string, { id: number; name: string }>> =>
  meetingServer(settings) ? { ...always, ...bigBlueButton } : always;
