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

/** A video of another site, played by that site's own player in a frame that can do nothing to the page. */
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
        // It may do what players do, which need what they keep at their own site; the page around it is another site's.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="fullscreen; picture-in-picture; encrypted-media"
        // Some players play nothing unless they are told which site shows them.
        referrerPolicy="strict-origin"
      />
    </Dialog>
  </Overlay>
);
