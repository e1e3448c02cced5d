import { useCallback, useState } from "react";
import styles from "./avatar.module.css";
import { FailedImages } from "./failed-images.ts";
import { lazyGetter } from "../words/lazy-getter.ts";

interface AvatarProps {
  /** Determines the color, which is the same for a user everywhere. */
  readonly id: number;
  readonly name: string;
  readonly url?: string | null | undefined;
  /** In pixels. */
  readonly size: number;
  readonly presence?: "here" | "away" | null;
}

/** A user's avatar, or the initials if there is none. Hidden from screen readers, because the name is next to it. */
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
  // As a property in JSX, the URL would be requested twice: once more when the element is inserted into the page.
  const ask = useCallback(
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
      ref={ask}
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

/** The first characters of the first and the last word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word = "") => firstGrapheme(word))
    .join("")
    .toLocaleUpperCase();
}

const graphemeSegmenter = lazyGetter(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

function firstGrapheme(word: string): string {
  // An ASCII character followed by another one is a grapheme of its own. For other text, the browser must first load
  // much data to find the boundaries.
  if (/^[ -~](?:[ -~]|$)/.test(word)) return word.charAt(0);
  return graphemeSegmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? "";
}
