// Merges a draft on this device with the same draft on the server. Pure.

/** A draft as stored on this device. */
export interface LocalDraft {
  /** Markdown. */
  readonly content: string;
  /** The last text that this device and the server had in common. */
  readonly synced: string;
  /** The text last sent to the server, which may not have confirmed it yet. */
  readonly told?: string | undefined;
  /** Id of the draft on the server, if this device has created one there. */
  readonly draftId?: number | undefined;
  /** The topic entered so far, if it is not complete. */
  readonly topic?: string | undefined;
}

/** Merges the local draft with the server's text. No text of either side is lost. */
export function mergeDrafts(kept: LocalDraft | null, theirs: string): string {
  if (!kept) return theirs;
  const { content, synced, told } = kept;
  if (theirs === told) return content;
  if (content === synced) return theirs;
  if (theirs === synced || theirs === "" || content.includes(theirs)) return content;
  if (theirs.includes(content)) return theirs;
  return `${theirs}\n\n${content}`;
}

/** Whether the server has text that this device has never had, which must not be overwritten. */
export const hasForeignText = ({ content, synced, told }: LocalDraft, theirs: string): boolean =>
  theirs.trim() !== "" && theirs !== synced && theirs !== told && !content.includes(theirs);
