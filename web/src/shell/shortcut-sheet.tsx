import { Dialog } from "../base/ui/overlays/dialog.tsx";
import { words } from "../base/words/index.ts";
import { useShortcutParts } from "../hooks/screens/shortcut-parts.ts";
import styles from "./shortcut-sheet.module.css";

/** Dialog with the keyboard shortcuts. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={words.shortcutList.title} isOpen onClose={onClose} width="wide" isText>
    <div className={styles["sheet"]}>
      {useShortcutParts().map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>{does}</dt>
                <dd>
                  {key.split(" ").map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
