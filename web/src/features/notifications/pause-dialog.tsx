import { pauseUntil } from "../../client/actions/pause-notifications.ts";
import { told } from "../../hooks/check-outcome.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Dialog } from "../../base/ui/overlays/dialog.tsx";
import { Quiet } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./pause-dialog.module.css";

const MINUTE = 60_000;
/** When people come back in the morning, by their own clock. */
const MORNING_HOUR = 9;

/** Asks for how long one is not to be disturbed. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { for: said, pause, quietMore } = words.notices;
  const choices = [
    { text: said.half, until: () => client.now() + 30 * MINUTE },
    { text: said.hour, until: () => client.now() + 60 * MINUTE },
    { text: said.morning, until: () => nextMorning(client.now()) },
    { text: said.good, until: () => null },
  ];
  const choose = async (moment: number | null) => {
    if (told(await pauseUntil(client, moment))) onClose();
  };
  return (
    <Dialog title={pause} isOpen onClose={onClose}>
      <Quiet>{quietMore}</Quiet>
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
