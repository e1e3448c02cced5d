import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Overlay } from "../../base/ui/overlays/overlay.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./lightbox.module.css";
import { type MessageImage, surroundingImages } from "./message-images.ts";
import { LightboxLinks } from "./lightbox-links.tsx";

interface LightboxProps {
  /** The image that the user clicked. */
  readonly image: HTMLImageElement;
  readonly onClose: () => void;
}

/**
 * Shows the full image instead of its thumbnail, over the page. The user can move on to the other images of the message
 * list.
 */
export function Lightbox({ image, onClose }: LightboxProps) {
  const [{ pictures, first }] = useState(() => surroundingImages(image));
  const [at, setAt] = useState(first);
  const go = (step: number) => setAt((now) => Math.min(pictures.length - 1, Math.max(0, now + step)));
  useArrowKeys(go);
  const picture = pictures[at];
  if (!picture) return null;
  return (
    <Overlay onClose={onClose} overlayClassName={styles["veil"]} windowClassName={styles["modal"]}>
      <Dialog aria-label={words.lightbox.title(picture.name)} className={styles["dialog"] ?? ""}>
        <LightboxHeader
          picture={picture}
          position={pictures.length > 1 ? words.lightbox.count(at + 1, pictures.length) : null}
          onClose={onClose}
        />
        <LightboxImage key={picture.href} picture={picture} onLeave={onClose} />
        {at > 0 && (
          <span className={styles["before"]}>
            <IconButton label={words.lightbox.before} keys="←" onPress={() => go(-1)}>
              <ChevronLeft size={26} aria-hidden />
            </IconButton>
          </span>
        )}
        {at < pictures.length - 1 && (
          <span className={styles["next"]}>
            <IconButton label={words.lightbox.next} keys="→" onPress={() => go(1)}>
              <ChevronRight size={26} aria-hidden />
            </IconButton>
          </span>
        )}
      </Dialog>
    </Overlay>
  );
}

interface LightboxHeaderProps {
  readonly picture: MessageImage;
  /** Position among the images, such as "2 of 5". Null if there is only one image. */
  readonly position: string | null;
  readonly onClose: () => void;
}

const LightboxHeader = ({ picture, position, onClose }: LightboxHeaderProps) => (
  <header className={styles["head"]}>
    <span className={styles["name"]} dir="auto">
      {picture.name}
    </span>
    {position !== null && <span className={styles["count"]}>{position}</span>}
    <a href={picture.href} download aria-label={words.lightbox.download} title={words.lightbox.download}>
      <Download size={18} aria-hidden />
    </a>
    <LightboxLinks href={picture.href} onClose={onClose} />
  </header>
);

/** The image, scaled to fit into the window. A click switches between this and its original size. */
function LightboxImage({ picture, onLeave }: { picture: MessageImage; onLeave: () => void }) {
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);
  return (
    // A click next to the image closes the lightbox. With the keyboard, Escape does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className={`${styles["stage"]} ${isLarge ? styles["large"] : ""}`}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onLeave();
      }}
    >
      <button
        type="button"
        className={styles["picture"]}
        aria-label={isLarge ? words.lightbox.fit : words.lightbox.enlarge}
        onClick={() => setLarge(!isLarge)}
      >
        <img src={isBroken ? picture.thumbnail : picture.href} alt={picture.name} onError={() => setBroken(true)} />
      </button>
    </div>
  );
}

function useArrowKeys(go: (step: number) => void): void {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "ArrowRight") go(1);
      else if (key === "ArrowLeft") go(-1);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
