import { Volume2 } from "lucide-react";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { playNotificationSound } from "../notifications/notification-sound.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { SelectField } from "../../base/ui/forms/choice-fields.tsx";
import { Row } from "../../base/ui/page.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { useSetting } from "./setting-source.tsx";

const SILENT = "none";

/** Field in which the user chooses the notification sound. */
export function NotificationSoundField() {
  const { value, mayChange, set } = useSetting("notification_sound");
  const chosen = String(value ?? SILENT);
  const available = useClientState((state) => state.user_settings?.available_notification_sounds) ?? [];
  const options = [
    ...available.map((name) => ({ value: name, text: words.notifications.sounds[name] ?? name })),
    { value: SILENT, text: words.notifications.noSound },
  ];
  const choose = (name: string) => {
    playNotificationSound(name);
    void set(name).then(checkOutcome);
  };
  return (
    <Row>
      <SelectField
        label={words.notifications.sound}
        options={options}
        value={chosen}
        isDisabled={!mayChange}
        onChange={choose}
      />
      <IconButton
        label={words.notifications.play}
        isDisabled={chosen === SILENT}
        onPress={() => playNotificationSound(chosen)}
      >
        <Volume2 size={18} aria-hidden />
      </IconButton>
    </Row>
  );
}
