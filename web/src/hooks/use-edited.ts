import { useState } from "react";

/** A line that somebody may be changing while others do. */
export interface Edited {
  /** What stands in it: what is known, until somebody writes something else. */
  readonly text: string;
  readonly set: (text: string) => void;
  readonly isChanged: boolean;
  /** What others have made of it since somebody began to write; null: nothing. */
  readonly meanwhile: string | null;
  /** Forgets what was written. */
  readonly drop: () => void;
  /** Says that the server has taken it: it stands until that is known. */
  readonly settle: () => void;
}

interface Edit {
  readonly from: string;
  readonly text: string;
  readonly isSettled: boolean;
}

/** Follows what is known, also when that changes elsewhere, until somebody writes something else; then it stays as they wrote it. */
export function useEdited(known: string): Edited {
  const [edit, setEdit] = useState<Edit | null>(null);
  // What was saved is known now: from here on the line follows again.
  const isOver = edit !== null && edit.from !== known && (edit.isSettled || edit.text.trim() === known);
  if (isOver) setEdit(null);
  const kept = isOver ? null : edit;
  const isOpen = kept !== null && !kept.isSettled;
  return {
    text: kept?.text ?? known,
    set: (text) => setEdit(text === known ? null : { from: isOpen ? kept.from : known, text, isSettled: false }),
    isChanged: isOpen && kept.text.trim() !== known,
    meanwhile: isOpen && kept.from !== known ? known : null,
    drop: () => setEdit(null),
    settle: () => setEdit((now) => now && { ...now, from: known, isSettled: true }),
  };
}
