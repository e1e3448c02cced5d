// Merges a draft stored on this device with the same draft on the server.

/**
 * The request with which this device creates a draft on the server. Until its outcome is known, it is repeated with the
 * same content, even if the draft has been edited since.
 */
export interface DraftCreation {
  /** Idempotency key of the request, so that the server creates only one draft. */
  readonly key: string;
  readonly content: string;
  /** Time of the last edit, in UNIX seconds. */
  readonly timestamp: number;
}

/** A draft as stored on this device. */
export interface LocalDraft {
  /** Text in Markdown. */
  readonly content: string;
  /** The text that this device and the server last had in common. */
  readonly synced: string;
  /** The text that this device last sent to the server. Undefined once the server has confirmed it. */
  readonly told?: string | undefined;
  /** Id of the draft on the server. Undefined if this device has neither created nor adopted one. */
  readonly draftId?: number | undefined;
  /** The request that creates the draft. Undefined before it is sent, and once its outcome is known. */
  readonly creation?: DraftCreation | undefined;
  /** The part of the topic that the user has entered so far. */
  readonly topic?: string | undefined;
}

/** Merges this device's draft with the server's text. Text that was written on only one side is not lost. */
export function mergeDrafts(local: LocalDraft | null, theirs: string): string {
  if (!local) return theirs;
  const { content, synced, told: serverText } = local;
  if (theirs === serverText) return content;
  if (content === synced) return theirs;
  if (theirs === synced || theirs === "" || content.includes(theirs)) return content;
  if (theirs.includes(content)) return theirs;
  return `${theirs}\n\n${content}`;
}

/** Returns true if the server has text that this device has never had. Such text must not be overwritten. */
export const hasForeignText = ({ content, synced, told: serverText }: LocalDraft, theirs: string): boolean =>
  theirs.trim() !== "" && theirs !== synced && theirs !== serverText && !content.includes(theirs);
