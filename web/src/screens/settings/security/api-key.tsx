import { useState } from "react";
import { copyText } from "../../../base/ui/clipboard.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { PasswordForm } from "../../../base/ui/forms/password-form.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const strings = words.security;

/** Shows the user's API key after the user has entered the password. */
export function ApiKey() {
  const [key, setKey] = useState<string | null>(null);
  return (
    <PageSection title={strings.key}>
      <SecondaryText>{strings.keyMore}</SecondaryText>
      {key === null ? <PasswordPrompt onKey={setKey} /> : <RevealedApiKey apiKey={key} onKey={setKey} />}
    </PageSection>
  );
}

interface KeyProps {
  readonly onKey: (key: string) => void;
}

function PasswordPrompt({ onKey }: KeyProps) {
  const { isActing, attempt } = useAction();
  const email = useClientState((state) => state.delivery_email ?? "");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const show = async () => {
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/json/fetch_api_key", { password });
      if (answer.result === "success") onKey(answer.api_key);
      return answer;
    });
    if (!outcome.done) setProblem(outcome.message);
  };
  return (
    <PasswordForm username={email} onSubmit={() => void show()}>
      <Row>
        <Field
          label={strings.oldPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          problem={problem}
          onChange={(text) => {
            setPassword(text);
            setProblem(null);
          }}
        />
        <Button type="submit" isDisabled={password === "" || isActing}>
          {strings.showKey}
        </Button>
      </Row>
    </PasswordForm>
  );
}

function RevealedApiKey({ apiKey, onKey }: KeyProps & { readonly apiKey: string }) {
  const { isActing, act } = useAction();
  const renew = async () => {
    const isDone = await act(async (call) => {
      const answer = await call("POST", "/users/me/api_key/regenerate", {});
      if (answer.result === "success") onKey(answer.api_key);
      return answer;
    });
    if (isDone) showToast({ text: strings.keyRenewed });
  };
  return (
    <Row>
      <code>{apiKey}</code>
      <Button onPress={() => void copy(apiKey)}>{strings.copyKey}</Button>
      <Button variant="danger" isDisabled={isActing} onPress={() => void renew()}>
        {strings.renewKey}
      </Button>
    </Row>
  );
}

async function copy(text: string): Promise<void> {
  await copyText(text);
  showToast({ text: words.message.copied });
}
