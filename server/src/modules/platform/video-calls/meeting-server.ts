import { createHash } from "node:crypto";
import { ResponseTooLarge, readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { CannotAuthenticate, CannotConnect, UnexpectedResponse } from "./errors.ts";
import type { Meeting } from "./meeting-invitation.ts";
import type { MeetingServer } from "./video-call-settings.ts";

/** Timeout for a response of the meeting server, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Maximum length of a meeting's name on the meeting server, in UTF-16 units. */
const MAX_MEETING_NAME_LENGTH = 64;
const HALF_CHARACTER = /[\ud800-\udbff]$/;
/** Maximum size of a response, in bytes. Actual responses have a few lines of XML. */
const MAX_RESPONSE_BYTES = 65_536;

/** A participant of a meeting. */
interface MeetingParticipant {
  readonly id: number;
  readonly fullName: string;
}

/** Returns the URL of a call of the meeting server's API, signed with the shared secret. */
function signedUrl({ url, secret }: MeetingServer, call: string, parameters: Record<string, string>): string {
  // Spaces are encoded as %20, because some versions of the meeting server compute the checksum of that encoding.
  const query = new URLSearchParams(parameters).toString().replaceAll("+", "%20");
  const checksum = createHash("sha256").update(`${call}${query}${secret}`).digest("hex");
  return `${url}api/${call}?${query}&checksum=${checksum}`;
}

/**
 * Creates a meeting unless it already exists. Returns its creation time, which identifies this session of the meeting.
 * @throws CannotConnect, CannotAuthenticate, UnexpectedResponse
 */
async function openMeeting(server: MeetingServer, { id, name, voiceOnly }: Meeting): Promise<string> {
  const shortName = name.slice(0, MAX_MEETING_NAME_LENGTH).replace(HALF_CHARACTER, "");
  const parameters = { meetingID: id, name: shortName, lockSettingsDisableCam: String(voiceOnly) };
  const answer = await callServer(signedUrl(server, "create", parameters));
  if (answer.includes("<messageKey>checksumError</messageKey>")) throw new CannotAuthenticate();
  const [, createTime] = /<createTime>(\d{1,20})<\/createTime>/.exec(answer) ?? [];
  if (!answer.includes("<returncode>SUCCESS</returncode>") || createTime === undefined) throw new UnexpectedResponse();
  return createTime;
}

async function callServer(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = (await readResponseBody(answer, MAX_RESPONSE_BYTES)).toString();
    if (!answer.ok) throw new UnexpectedResponse();
    return text;
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw error;
    // Responses that start and are then cut off or time out count as `CannotConnect` too.
    throw error instanceof ResponseTooLarge ? new UnexpectedResponse() : new CannotConnect();
  }
}

/**
 * Returns the URL with which a participant joins a meeting, after creating the meeting if necessary.
 * @throws CannotConnect, CannotAuthenticate, UnexpectedResponse
 */
export async function createJoinUrl(
  server: MeetingServer,
  meeting: Meeting,
  visitor: MeetingParticipant,
): Promise<string> {
  const createTime = await openMeeting(server, meeting);
  return signedUrl(server, "join", {
    meetingID: meeting.id,
    role: visitor.id === meeting.moderatorId ? "MODERATOR" : "VIEWER",
    fullName: visitor.fullName,
    createTime,
  });
}
