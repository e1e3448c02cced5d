// What a draft on this machine and the same draft on the server come to. Pure.

/** What this machine keeps of a text that is being written. */
export interface LocalDraft {
  /** Markdown. */
  readonly content: string;
  /** What both had when they had the same last. */
  readonly synced: string;
  /** What the server was told last, and may have already. */
  readonly told?: string | undefined;
  /** Its number at the server, where this machine has begun one there. */
  readonly draftId?: number | undefined;
  /** The topic that was chosen so far, of a text whose topic is still open. */
  readonly topic?: string | undefined;
}

/** The text to go on with, given what the server has; nothing that somebody wrote is left out. */
export function mergeDrafts(kept: LocalDraft | null, theirs: string): string {
  if (!kept) return theirs;
  const { content, synced, told } = kept;
  if (theirs === told) return content;
  if (content === synced) return theirs;
  if (theirs === synced || theirs === "" || content.includes(theirs)) return content;
  if (theirs.includes(content)) return theirs;
  return `${theirs}\n\n${content}`;
}

/** Whether the server has words that this machine has never had, which must not be written over. */
export const hasForeignText = ({ content, synced, told }: LocalDraft, theirs: string): boolean =>
  theirs.trim() !== "" && theirs !== synced && theirs !== told && !content.includes(theirs);
