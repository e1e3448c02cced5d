import { isTextPart } from "./email-text.ts";
import { headerValue } from "./headers.ts";
import { decodedContent, type MimePart } from "./mime-part.ts";

/** Maximum number of attachments of an email. Further ones are left out. */
const MAX_ATTACHMENTS = 20;

/** A file in an email. */
export interface EmailAttachment {
  /** Name of the file, as the sender of the email chose it. */
  readonly name: string;
  readonly content: Uint8Array;
}

const DEFAULT_NAMES: Readonly<Record<string, string>> = {
  "message/rfc822": "message.eml",
  "text/calendar": "invite.ics",
};
const DEFAULT_NAME = "attachment";

/** Returns the attachments of an email, except images that its HTML displays. */
export function attachmentsOf(email: MimePart): EmailAttachment[] {
  const parts: MimePart[] = [];
  collectAttachments(email, false, parts);
  return parts.map((part) => ({ name: attachmentName(part), content: decodedContent(part) }));
}

function collectAttachments(part: MimePart, isRelated: boolean, files: MimePart[]): void {
  if (files.length >= MAX_ATTACHMENTS) return;
  const { value: type } = part.contentType;
  if (type.startsWith("multipart/")) {
    for (const child of part.children) collectAttachments(child, isRelated || type === "multipart/related", files);
    return;
  }
  const isShown = isRelated && headerValue(part.headers, "content-id") !== undefined;
  const isFile = part.disposition.value === "attachment" || (!isTextPart(part) && !isShown);
  if (isFile && part.body.length > 0) files.push(part);
}

const attachmentName = ({ contentType, disposition }: MimePart): string =>
  disposition.parameter("filename") ??
  contentType.parameter("name") ??
  DEFAULT_NAMES[contentType.value] ??
  DEFAULT_NAME;
