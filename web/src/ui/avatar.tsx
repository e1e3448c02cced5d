import { useState } from "react";
import styles from "./avatar.module.css";

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
  const [broken, setBroken] = useState<string | null>(null);
  const hasPicture = url !== undefined && url !== null && url !== broken;
  return (
    <span
      aria-hidden
      className={`${styles["avatar"]} ${hasPicture ? "" : styles[`tint${id % 5}`]}`}
      style={{ width: size, height: size, borderRadius: size * 0.3, fontSize: size * 0.38 }}
    >
      {hasPicture ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(url)} />
      ) : (
        initials(name)
      )}
      {presence !== null && <i className={styles[presence]} />}
    </span>
  );
}

/** The first letters of the first and the last word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word = "") => firstLetter(word))
    .join("")
    .toLocaleUpperCase();
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const firstLetter = (word: string): string => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? "";
