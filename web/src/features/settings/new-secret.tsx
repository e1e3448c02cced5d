import { copyText } from "../../base/ui/clipboard.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { Row, SecondaryText } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";

const strings = words.security;

/** Shows a new secret, with a button that copies it. The secret is shown only this once. */
export function NewSecret({ secret }: { secret: string }) {
  const copy = async () => {
    await copyText(secret);
    showToast({ text: words.message.copied });
  };
  return (
    <div role="status">
      <SecondaryText>{strings.shownOnce}</SecondaryText>
      <Row>
        <code>{secret}</code>
        <Button onPress={() => void copy()}>{strings.copyKey}</Button>
      </Row>
    </div>
  );
}
