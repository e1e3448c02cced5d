import type { Call } from "@parlance/client";
import { useState } from "react";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { PasswordForm } from "../../../base/ui/forms/password-form.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useQuery } from "../../../hooks/use-query.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { ApiKey } from "./api-key.tsx";
import { ScopedApiKeys } from "./scoped-api-keys.tsx";

const strings = words.security;

/** Page with the settings for logging in and for API keys. */
export const Security = () => (
  <Page>
    <Email />
    <Password />
    <TwoFactorAuthentication />
    <ApiKey />
    <ScopedApiKeys />
  </Page>
);

function Email() {
  const { isActing, attempt } = useAction();
  const known = useClientState((state) => state.delivery_email ?? "");
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const isFixed = useClientState((state) => state.realm_email_changes_disabled ?? false) && !isAdministrator;
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    const outcome = await attempt((call) => call("PATCH", "/settings", { email: email.trim() }));
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    setEmail("");
    showToast({ text: strings.emailSent });
  };
  return (
    <PageSection title={words.pages.email}>
      <SecondaryText>{strings.emailNow(known)}</SecondaryText>
      {isFixed ? (
        <SecondaryText>{strings.emailFixed}</SecondaryText>
      ) : (
        <Row>
          <Field
            label={strings.newEmail}
            type="email"
            value={email}
            problem={problem}
            onChange={(text) => {
              setEmail(text);
              setProblem(null);
            }}
          />
          <Button isDisabled={isActing || email.trim() === "" || email.trim() === known} onPress={() => void send()}>
            {strings.changeEmail}
          </Button>
        </Row>
      )}
    </PageSection>
  );
}

/** Returns true if an error of the server concerns the old password. Otherwise, the error concerns the new password. */
const isOldPasswordProblem = (problem: string): boolean => /wrong|incorrect/i.test(problem);

function Password() {
  const { isActing, attempt } = useAction();
  const shortest = useClientState((state) => state.password_min_length) ?? 0;
  const email = useClientState((state) => state.delivery_email ?? "");
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
    showToast({ text: strings.passwordChanged });
  };
  const isShort = next !== "" && next.length < shortest;
  const isReady = !isActing && old !== "" && next !== "" && !isShort;
  const ofNext = problem !== null && !isOldPasswordProblem(problem) ? problem : null;
  return (
    <PageSection title={strings.password}>
      <PasswordForm username={email} onSubmit={() => void (isReady && save())}>
        <Field
          label={strings.oldPassword}
          type="password"
          autoComplete="current-password"
          value={old}
          problem={problem !== null && isOldPasswordProblem(problem) ? problem : null}
          onChange={(text) => write({ old: text })}
        />
        <Field
          label={strings.newPassword}
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={(text) => write({ next: text })}
          hint={strings.passwordHint(shortest)}
          problem={isShort ? strings.passwordShort(shortest) : ofNext}
        />
        <Row>
          <Button variant="primary" type="submit" isDisabled={!isReady}>
            {strings.changePassword}
          </Button>
        </Row>
      </PasswordForm>
    </PageSection>
  );
}

const fetchSecondFactors = async (call: Call) => call("GET", "/users/me/two_factor");

/**
 * Shows whether two-factor authentication is on. To change it, the user follows links to server-rendered pages, which
 * ask for the password.
 */
function TwoFactorAuthentication() {
  const { data, error } = useQuery(fetchSecondFactors);
  return (
    <PageSection title={strings.factors}>
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {data && (
        <SecondaryText>{data.is_on ? strings.factorsOn(data.recovery_codes_left) : strings.factorsOff}</SecondaryText>
      )}
      <ItemList>
        <ItemRow
          title={strings.passkeys}
          note={data && strings.passkeysNow(data.passkeys)}
          end={<a href="/account/passkeys">{strings.lookAfter(strings.passkeys)}</a>}
        />
        <ItemRow
          title={strings.authenticator}
          note={data && (data.has_authenticator ? strings.authenticatorOn : strings.authenticatorOff)}
          end={<a href="/account/two-factor">{strings.lookAfter(strings.authenticator)}</a>}
        />
      </ItemList>
    </PageSection>
  );
}
