import { ChevronDown, Clock3 } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem } from "../../base/ui/overlays/menu.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { words } from "../../base/words/index.ts";
import styles from "./composer.module.css";
import { retainFocusProps } from "./retain-focus.ts";
import { scheduleTimes } from "./scheduling/schedule-times.ts";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const LaterDialog = lazyComponent(async () => (await import("./scheduling/schedule-dialog.tsx")).ScheduleDialog);

interface SendButtonProps {
  readonly isDisabled: boolean;
  readonly keys: string;
  readonly onSend: () => void;
  /** Schedules the message. `moment` is in milliseconds since 1970. */
  readonly onSchedule: (moment: number) => void;
}

/** Button that sends the message, with a menu that schedules it instead. */
export function SendButton({ isDisabled, keys, onSend, onSchedule }: SendButtonProps) {
  const now = useNow();
  const [isChoosing, setChoosing] = useState(false);
  const more = (
    <Button
      className={`${styles["send"]} ${styles["later"]}`}
      isDisabled={isDisabled}
      aria-label={words.composer.later}
    >
      <ChevronDown size={16} aria-hidden />
    </Button>
  );
  return (
    <>
      <Button {...retainFocusProps} className={styles["send"] ?? ""} isDisabled={isDisabled} onPress={onSend}>
        {words.composer.send} <kbd aria-hidden>{keys}</kbd>
      </Button>
      <Menu button={more} label={words.composer.later}>
        {scheduleTimes(now).map(({ text, moment }) => (
          <MenuItem key={text} icon={<Clock3 size={16} />} onAction={() => onSchedule(moment)}>
            {text}
          </MenuItem>
        ))}
        <MenuItem icon={<Clock3 size={16} />} onAction={() => setChoosing(true)}>
          {words.composer.laterOwn}
        </MenuItem>
      </Menu>
      {isChoosing && (
        <Suspense>
          <LaterDialog onChoose={onSchedule} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
