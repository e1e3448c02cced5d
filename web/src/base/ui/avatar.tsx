import { useCallback, useState } from "react";
import styles from "./avatar.module.css";
import { FailedImages } from "./failed-images.ts";
import { lazyGetter } from "../words/lazy-getter.ts";

interface AvatarProps {
  /** Names the colour, the same for one person everywhere. */
  readonly id: number;
  readonly name: string;
  readonly url?: string | null | undefined;
  /** In pixels. */
  readonly size: number;
  readonly presence?: "here" | "away" | null;
}

/** Somebody's picture; their initials where there is none. Beside their name: it says nothing to screen readers. */
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
  // With its address among its properties it would be asked for twice: once more when it comes into the page.
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

/** The first letters of the first and the last word. */
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
  // What stands before another plain letter stands by itself; to find where others end, the browser first loads much.
  if (/^[ -~](?:[ -~]|$)/.test(word)) return word.charAt(0);
  return graphemeSegmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? "";
}
