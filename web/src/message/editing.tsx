import { createContext, use, useState } from "react";

/** Which message somebody asked to change by other means than its own buttons. */
export interface Editing {
  /** Null: none. */
  readonly id: number | null;
  readonly onDone: () => void;
}

const Context = createContext<Editing>({ id: null, onDone: () => undefined });

export const EditingProvider = Context;

/** Whether a message is being changed: its own buttons asked for it, or something else did. */
export function useEdited(id: number) {
  const { id: asked, onDone } = use(Context);
  const [isEdited, setEdited] = useState(false);
  const endEdit = () => {
    setEdited(false);
    onDone();
  };
  return { isEditing: isEdited || asked === id, edit: () => setEdited(true), endEdit };
}
