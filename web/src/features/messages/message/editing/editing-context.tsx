import { createContext, use, useCallback, useState } from "react";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { keptEdit } from "./persisted-edits.ts";

/** Which message somebody asked to change by other means than its own buttons. */
export interface Editing {
  /** Null: none. */
  readonly id: number | null;
  readonly onDone: () => void;
}

const Context = createContext<Editing>({ id: null, onDone: () => undefined });

export const EditingProvider = Context;

/** Whether a message is being changed: its own buttons asked for it, something else did, or it was begun before. */
export function useEdited(id: number) {
  const { me } = useClient();
  const { id: asked, onDone } = use(Context);
  const [isEdited, setEdited] = useState(() => keptEdit(me, id) !== null);
  const [isAsked, setAsked] = useState(false);
  const onEdit = () => {
    setAsked(true);
    setEdited(true);
  };
  const end = useCallback(() => {
    setEdited(false);
    onDone();
  }, [onDone]);
  const isAskedFor = isAsked || asked === id;
  return { isEditing: isEdited || asked === id, isAskedFor, onEdit, onClose: end };
}
