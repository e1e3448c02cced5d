import { Dialog } from "react-aria-components/Dialog";
import { Overlay } from "../../base/ui/overlays/overlay.tsx";
import type { HostedVideo } from "../../hooks/context/openers-context.tsx";
import { words } from "../../base/words/index.ts";
import { LightboxLinks } from "./lightbox-links.tsx";
import styles from "./lightbox.module.css";

interface VideoPlayerProps {
  readonly video: HostedVideo;
  readonly onClose: () => void;
}

/**
 * A video from another site, in that site's own player. The player runs in a sandboxed frame that cannot affect the
 * page.
 */
export const VideoPlayer = ({ video: { address, title, page }, onClose }: VideoPlayerProps) => (
  <Overlay onClose={onClose} overlayClassName={styles["veil"]} windowClassName={styles["modal"]}>
    <Dialog aria-label={words.lightbox.video(title)} className={styles["dialog"] ?? ""}>
      <header className={styles["head"]}>
        <span className={styles["name"]} dir="auto">
          {title}
        </span>
        <LightboxLinks href={page} onClose={onClose} />
      </header>
      <iframe
        className={styles["player"]}
        src={address}
        title={words.lightbox.video(title)}
        // Players need scripts and their own site's storage. The page around the frame has a different origin.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="fullscreen; picture-in-picture; encrypted-media"
        // Some players play only if they receive the embedding site as the referrer.
        referrerPolicy="strict-origin"
      />
    </Dialog>
  </Overlay>
);
