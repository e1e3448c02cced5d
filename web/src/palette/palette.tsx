import { Dialog } from "../ui/dialog.tsx";
import { words } from "../words/index.ts";

/** Goes anywhere by a few letters. */
export const Palette = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={words.sidebar.jump} isOpen onClose={onClose}>
    {null}
  </Dialog>
);
