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
  const { id: requestedId, onDone } = use(EditRequestContext);
  const [isEdited, setEdited] = useState(() => readPersistedEdit(me, id) !== null);
  const [isRequested, setRequested] = useState(false);
  const onEdit = () => {
    setRequested(true);
    setEdited(true);
  };
  const end = useCallback(() => {
    setEdited(false);
    onDone();
  }, [onDone]);
  const isFocusRequested = isRequested || requestedId === id;
  return { isEditing: isEdited || requestedId === id, isFocusRequested, onEdit, onClose: end };
}
