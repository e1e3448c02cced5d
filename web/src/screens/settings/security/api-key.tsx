import { useState } from "react";
import { copyText } from "../../../base/ui/clipboard.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { PasswordForm } from "../../../base/ui/forms/password-form.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const said = words.security;

/** The key by which programs act as the person: shown for their password. */
export function ApiKey() {
  const [key, setKey] = useState<string | null>(null);
  return (
    <Part title={said.key}>
      <Quiet>{said.keyMore}</Quiet>
      {key === null ? <AskPassword onKey={setKey} /> : <Shown apiKey={key} onKey={setKey} />}
    </Part>
  );
}

interface KeyProps {
  readonly onKey: (key: string) => void;
}

function AskPassword({ onKey }: KeyProps) {
  const { isActing, attempt } = useAct();
  const email = useKnown((state) => state.delivery_email ?? "");
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
          label={said.oldPassword}
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
          {said.showKey}
        </Button>
      </Row>
    </PasswordForm>
  );
}

function Shown({ apiKey, onKey }: KeyProps & { readonly apiKey: string }) {
  const { isActing, act } = useAct();
  const renew = async () => {
    const isDone = await act(async (call) => {
      const answer = await call("POST", "/users/me/api_key/regenerate", {});
      if (answer.result === "success") onKey(answer.api_key);
      return answer;
    });
    if (isDone) say({ text: said.keyRenewed });
  };
  return (
    <Row>
      <code>{apiKey}</code>
      <Button onPress={() => void copy(apiKey)}>{said.copyKey}</Button>
      <Button look="danger" isDisabled={isActing} onPress={() => void renew()}>
        {said.renewKey}
      </Button>
    </Row>
  );
}

async function copy(text: string): Promise<void> {
  await copyText(text);
  say({ text: words.message.copied });
}
