import { ExternalLink, X } from "lucide-react";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { words } from "../../base/words/index.ts";

interface LightboxLinksProps {
  /** URL of the image or video. */
  readonly href: string;
  readonly onClose: () => void;
}

/**
 * The link and the button at the end of the header: one opens the image or video in a new tab, the other closes the
 * lightbox.
 */
export const LightboxLinks = ({ href, onClose }: LightboxLinksProps) => (
  <>
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={words.lightbox.open}
      title={words.lightbox.open}
    >
      <ExternalLink size={18} aria-hidden />
    </a>
    <IconButton label={words.ui.close} onPress={onClose}>
      <X size={20} aria-hidden />
    </IconButton>
  </>
);
