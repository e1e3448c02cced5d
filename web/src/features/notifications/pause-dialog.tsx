import { pauseNotificationsUntil } from "../../client/actions/pause-notifications.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Dialog } from "../../base/ui/overlays/dialog.tsx";
import { SecondaryText } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./pause-dialog.module.css";

const MINUTE_MS = 60_000;
/** Hour of the day at which "until tomorrow morning" ends, in the time zone of this device. */
const MORNING_HOUR = 9;

/** Dialog in which the user chooses how long Do not disturb is on. */
export function DoNotDisturbDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { for: strings, pause, quietMore } = words.notifications;
  const choices = [
    { text: strings.half, until: () => client.now() + 30 * MINUTE_MS },
    { text: strings.hour, until: () => client.now() + 60 * MINUTE_MS },
    { text: strings.morning, until: () => nextMorning(client.now()) },
    { text: strings.good, until: () => null },
  ];
  const choose = async (moment: number | null) => {
    if (checkOutcome(await pauseNotificationsUntil(client, moment))) onClose();
  };
  return (
    <Dialog title={pause} isOpen onClose={onClose}>
      <SecondaryText>{quietMore}</SecondaryText>
      <div className={styles["choices"]}>
        {choices.map(({ text, until }) => (
          <Button key={text} onPress={() => void choose(until())}>
            {text}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

function nextMorning(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING_HOUR).getTime();
}
