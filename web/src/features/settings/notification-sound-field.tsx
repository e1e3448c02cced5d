import { Volume2 } from "lucide-react";
import { told } from "../../hooks/check-outcome.ts";
import { play } from "../notifications/notification-sound.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Choice } from "../../base/ui/forms/choice-fields.tsx";
import { Row } from "../../base/ui/page.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { useSetting } from "./setting-source.tsx";

const SILENT = "none";

/** Which sound comes with a notification. */
export function NoticeSound() {
  const { value, mayChange, set } = useSetting("notification_sound");
  const chosen = String(value ?? SILENT);
  const available = useKnown((state) => state.user_settings?.available_notification_sounds) ?? [];
  const options = [
    ...available.map((name) => ({ value: name, text: words.notices.sounds[name] ?? name })),
    { value: SILENT, text: words.notices.noSound },
  ];
  const choose = (name: string) => {
    play(name);
    void set(name).then(told);
  };
  return (
    <Row>
      <Choice label={words.notices.sound} options={options} value={chosen} isDisabled={!mayChange} onChange={choose} />
      <IconButton label={words.notices.play} isDisabled={chosen === SILENT} onPress={() => play(chosen)}>
        <Volume2 size={18} aria-hidden />
      </IconButton>
    </Row>
  );
}
