import { useCallback, useState } from "react";
import styles from "./avatar.module.css";
import { FailedImages } from "./failed-images.ts";
import { initials } from "../text/initials.ts";

interface AvatarProps {
  /** The user's id. It determines the background color, so that a user has the same color everywhere. */
  readonly id: number;
  readonly name: string;
  readonly url?: string | null | undefined;
  /** Width and height in pixels. */
  readonly size: number;
  readonly presence?: "here" | "away" | null;
}

/**
 * A user's avatar, or the user's initials if there is no picture or it could not be loaded. Hidden from screen readers,
 * because the name is next to it.
 */
export function Avatar({ id, name, url, size, presence = null }: AvatarProps) {
  const [, setBroken] = useState<string | null>(null);
  const hasPicture = url !== undefined && url !== null && !failedImages.has(url);
  const look = [styles["avatar"], !hasPicture && styles[`tint${id % 5}`], presence !== null && styles["present"]];
  return (
    <span
      aria-hidden
      className={look.filter(Boolean).join(" ")}
      style={{ width: size, height: size, borderRadius: size * 0.3, fontSize: size * 0.38 }}
    >
      {hasPicture ? <Picture url={url} size={size} onMissing={setBroken} /> : initials(name)}
      {presence !== null && <i className={styles[presence]} />}
    </span>
  );
}

interface PictureProps {
  readonly url: string;
  readonly size: number;
  readonly onMissing: (url: string) => void;
}

function Picture({ url, size, onMissing }: PictureProps) {
  // The URL is set here because a `src` property in JSX would request the picture twice: the second time when the
  // element is inserted into the page.
  const setSource = useCallback(
    (image: HTMLImageElement | null) => {
      if (image) image.src = url;
    },
    [url],
  );
  const miss = () => {
    failedImages.add(url);
    onMissing(url);
  };
  return (
    <img
      ref={setSource}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      onLoad={() => failedImages.markLoaded(url)}
      onError={miss}
    />
  );
}

const failedImages = new FailedImages();
addEventListener("online", () => failedImages.clear());
