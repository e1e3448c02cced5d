import type { Call } from "@parlance/client";
import { useState } from "react";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { PasswordForm } from "../../../base/ui/forms/password-form.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useAnswer } from "../../../hooks/use-query.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { ApiKey } from "./api-key.tsx";
import { LesserKeys } from "./scoped-api-keys.tsx";

const said = words.security;

/** How one comes in, and how one's programs do. */
export const Security = () => (
  <Page>
    <Email />
    <Password />
    <SecondFactor />
    <ApiKey />
    <LesserKeys />
  </Page>
);

function Email() {
  const { isActing, attempt } = useAct();
  const known = useKnown((state) => state.delivery_email ?? "");
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const isFixed = useKnown((state) => state.realm_email_changes_disabled ?? false) && !isAdministrator;
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    const outcome = await attempt((call) => call("PATCH", "/settings", { email: email.trim() }));
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    setEmail("");
    say({ text: said.emailSent });
  };
  return (
    <Part title={words.pages.email}>
      <Quiet>{said.emailNow(known)}</Quiet>
      {isFixed ? (
        <Quiet>{said.emailFixed}</Quiet>
      ) : (
        <Row>
          <Field
            label={said.newEmail}
            type="email"
            value={email}
            problem={problem}
            onChange={(text) => {
              setEmail(text);
              setProblem(null);
            }}
          />
          <Button isDisabled={isActing || email.trim() === "" || email.trim() === known} onPress={() => void send()}>
            {said.changeEmail}
          </Button>
        </Row>
      )}
    </Part>
  );
}

/** What the server says is wrong is wrong with the old password, where it says so; else with the new one. */
const isOfOld = (problem: string): boolean => /wrong|incorrect/i.test(problem);

function Password() {
  const { isActing, attempt } = useAct();
  const shortest = useKnown((state) => state.password_min_length) ?? 0;
  const email = useKnown((state) => state.delivery_email ?? "");
  const [written, setWritten] = useState({ old: "", next: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { old, next } = written;
  const write = (changes: Partial<typeof written>) => {
    setWritten({ ...written, ...changes });
    setProblem(null);
  };
  const save = async () => {
    const outcome = await attempt((call) => call("PATCH", "/settings", { old_password: old, new_password: next }));
    if (!outcome.done) return setProblem(outcome.message);
    setWritten({ old: "", next: "" });
    say({ text: said.passwordChanged });
  };
  const isShort = next !== "" && next.length < shortest;
  const isReady = !isActing && old !== "" && next !== "" && !isShort;
  const ofNext = problem !== null && !isOfOld(problem) ? problem : null;
  return (
    <Part title={said.password}>
      <PasswordForm username={email} onSubmit={() => void (isReady && save())}>
        <Field
          label={said.oldPassword}
          type="password"
          autoComplete="current-password"
          value={old}
          problem={problem !== null && isOfOld(problem) ? problem : null}
          onChange={(text) => write({ old: text })}
        />
        <Field
          label={said.newPassword}
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={(text) => write({ next: text })}
          hint={said.passwordHint(shortest)}
          problem={isShort ? said.passwordShort(shortest) : ofNext}
        />
        <Row>
          <Button look="primary" type="submit" isDisabled={!isReady}>
            {said.changePassword}
          </Button>
        </Row>
      </PasswordForm>
    </Part>
  );
}

const askFactors = async (call: Call) => call("GET", "/users/me/two_factor");

/** What it takes to sign in besides a password. Changing it takes a password once more, on pages of the server's own. */
function SecondFactor() {
  const { answer, problem } = useAnswer(askFactors);
  return (
    <Part title={said.factors}>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {answer && <Quiet>{answer.is_on ? said.factorsOn(answer.recovery_codes_left) : said.factorsOff}</Quiet>}
      <Lines>
        <LineItem
          title={said.passkeys}
          note={answer && said.passkeysNow(answer.passkeys)}
          end={<a href="/account/passkeys">{said.lookAfter(said.passkeys)}</a>}
        />
        <LineItem
          title={said.authenticator}
          note={answer && (answer.has_authenticator ? said.authenticatorOn : said.authenticatorOff)}
          end={<a href="/account/two-factor">{said.lookAfter(said.authenticator)}</a>}
        />
      </Lines>
    </Part>
  );
}
