import { Dialog } from "../../../base/ui/overlays/dialog.tsx";
import { SecondaryText } from "../../../base/ui/page.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

/** Dialog that names the product and the version of the server. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const version = useClientState((state) => state.service_version);
  return (
    <Dialog title={words.sidebar.about} isOpen onClose={onClose} isText>
      <p>{words.about.version(version)}</p>
      <SecondaryText>{words.about.license}</SecondaryText>
    </Dialog>
  );
}
