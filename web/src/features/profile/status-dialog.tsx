import { useState } from "react";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { setUserStatus } from "../../client/actions/set-user-status.ts";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { EmojiGlyph } from "../emoji/emoji-glyph.tsx";
import { unicodeEmoji } from "../emoji/emoji-catalog.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { userStatus } from "../../client/replica/selectors/users/user-status.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./profile.module.css";

/** Maximum length of a status, in characters. */
const MAX_STATUS_CHARACTERS = 60;

/** Dialog in which the user sets his or her status. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [before] = useState(() => userStatus(client.state.get(), client.me));
  const [text, setText] = useState(before?.text ?? "");
  const [emoji, setEmoji] = useState<EmojiReference | null>(before?.emoji ?? null);
  const isEmpty = text.trim() === "" && emoji === null;
  return (
    <FormDialog
      title={words.people.setStatus}
      submitLabel={isEmpty && before ? words.people.clearStatus : words.people.saveStatus}
      canSubmit={!isEmpty || before !== null}
      onSubmit={async () => checkOutcome(await setUserStatus(client, text.trim(), emoji))}
      onClose={onClose}
    >
      <div className={styles["statusLine"]}>
        <span className={styles["chosen"]}>
          {emoji ? <EmojiGlyph emoji={emoji} /> : null}
          <EmojiButton label={words.people.statusEmoji} size={18} onChoose={setEmoji} />
        </span>
        <Field label={words.people.statusText} maxLength={MAX_STATUS_CHARACTERS} value={text} onChange={setText} />
      </div>
      <div className={styles["presets"]}>
        {words.people.presets.map((preset) => (
          <Button
            key={preset.text}
            onPress={() => {
              setText(preset.text);
              setEmoji(unicodeEmoji(preset.emoji));
            }}
          >
            <EmojiGlyph emoji={unicodeEmoji(preset.emoji)} />
            {preset.text}
          </Button>
        ))}
        {!isEmpty && (
          <Button
            variant="plain"
            onPress={() => {
              setText("");
              setEmoji(null);
            }}
          >
            {words.people.clearStatus}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
