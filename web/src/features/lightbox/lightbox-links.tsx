import { ExternalLink, X } from "lucide-react";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { words } from "../../base/words/index.ts";

interface LightboxLinksProps {
  /** Where what is shown is to be had by itself. */
  readonly href: string;
  readonly onClose: () => void;
}

/** The ends of a head: to what is shown in a page of its own, and back. */
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
