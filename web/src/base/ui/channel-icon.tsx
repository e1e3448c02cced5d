import { Globe, Lock } from "lucide-react";
import styles from "./channel-icon.module.css";

interface ChannelIconProps {
  /** The channel's color: `#` and six hex digits, or `currentColor` if the channel has none. */
  readonly colour: string;
  readonly isPrivate: boolean;
  readonly isWebPublic?: boolean;
}

/** Icon of a channel, in the channel's color. Its shape shows whether the channel is private, web-public or neither. */
export const ChannelIcon = ({ colour, isPrivate, isWebPublic = false }: ChannelIconProps) => (
  <span aria-hidden className={styles["mark"]} style={{ color: colour }}>
    {isPrivate ? <Lock size={13} strokeWidth={2.6} /> : isWebPublic ? <Globe size={13} strokeWidth={2.4} /> : <i />}
  </span>
);
