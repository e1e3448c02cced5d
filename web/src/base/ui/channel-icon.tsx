import { Globe, Lock } from "lucide-react";
import styles from "./channel-icon.module.css";

interface ChannelIconProps {
  /** `#` and six hex digits. */
  readonly colour: string;
  readonly isPrivate: boolean;
  readonly isWebPublic?: boolean;
}

/** Icon of a channel: its color, and whether it is private. */
export const ChannelIcon = ({ colour, isPrivate, isWebPublic = false }: ChannelIconProps) => (
  <span aria-hidden className={styles["mark"]} style={{ color: colour }}>
    {isPrivate ? <Lock size={13} strokeWidth={2.6} /> : isWebPublic ? <Globe size={13} strokeWidth={2.4} /> : <i />}
  </span>
);
