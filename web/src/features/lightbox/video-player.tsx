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
 * Plays a video from another site in the player of that site. The player runs in a sandboxed frame, which cannot affect
 * the page.
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
        // Players need to run scripts and to use their site's storage. Allowing both is safe, because the frame's
        // origin is not that of the page.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="fullscreen; picture-in-picture; encrypted-media"
        // Some players only work if they receive the site that embeds them as the referrer.
        referrerPolicy="strict-origin"
      />
    </Dialog>
  </Overlay>
);
