import { createContext, use, useCallback, useState } from "react";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { readPersistedEdit } from "./persisted-edits.ts";

/** A request to edit a message that was not made with the message's own buttons. */
export interface EditRequest {
  /** Null if there is no request. */
  readonly id: number | null;
  readonly onDone: () => void;
}

const EditRequestContext = createContext<EditRequest>({ id: null, onDone: () => undefined });

export const EditRequestProvider = EditRequestContext;

/**
 * Editing state of a message. It is being edited if its own buttons or another component requested it, or if an edit
 * was persisted.
 */
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
