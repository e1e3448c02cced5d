import { createContext, use, useCallback, useState } from "react";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { readPersistedEdit } from "./persisted-edits.ts";

/** Which message somebody asked to change by other means than its own buttons. */
export interface EditRequest {
  /** Null: none. */
  readonly id: number | null;
  readonly onDone: () => void;
}

const EditRequestContext = createContext<EditRequest>({ id: null, onDone: () => undefined });

export const EditRequestProvider = EditRequestContext;

/** Whether a message is being changed: its own buttons asked for it, something else did, or it was begun before. */
export function useMessageEditing(id: number) {
  const { me } = useClient();
  const { id: asked, onDone } = use(EditRequestContext);
  const [isEdited, setEdited] = useState(() => readPersistedEdit(me, id) !== null);
  const [isAsked, setAsked] = useState(false);
  const onEdit = () => {
    setAsked(true);
    setEdited(true);
  };
  const end = useCallback(() => {
    setEdited(false);
    onDone();
  }, [onDone]);
  const isFocusRequested = isAsked || asked === id;
  return { isEditing: isEdited || asked === id, isFocusRequested, onEdit, onClose: end };
}
