/** The BigBlueButton server on which meetings take place; without both, there are none. */
export interface VideoCallSettings {
  /** Its address up to `/bigbluebutton/`, with a slash at the end. */
  readonly bigBlueButtonUrl?: string | undefined;
  readonly bigBlueButtonSecret?: string | undefined;
}

export interface MeetingServer {
  readonly url: string;
  readonly secret: string;
}

/** Null where none is set. */
export const meetingServer = ({ bigBlueButtonUrl: url, bigBlueButtonSecret: secret }: VideoCallSettings) =>
  url === undefined || secret === undefined ? null : { url, secret };
