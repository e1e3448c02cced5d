import { createContext, use, useCallback, useState } from "react";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { readPersistedEdit } from "./persisted-edits.ts";

/** A request to edit a message that came from another component, such as the composer. */
export interface EditRequest {
  /** Id of the message, or null if there is no request. */
  readonly id: number | null;
  readonly onDone: () => void;
}

const EditRequestContext = createContext<EditRequest>({ id: null, onDone: () => undefined });

export const EditRequestProvider = EditRequestContext;

/**
 * Returns the editing state of a message. A message is being edited if its own buttons or another component requested
 * this, or if there is a persisted edit.
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
