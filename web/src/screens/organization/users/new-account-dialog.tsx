import { useState } from "react";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { SecondaryText } from "../../../base/ui/page.tsx";
import { PasswordForm } from "../../../base/ui/forms/password-form.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";

const strings = words.users;

/** Returns the field that an error of the server concerns. The field is guessed from the text of the error. */
function fieldOfProblem(problem: string): "email" | "name" | "password" {
  if (/password/i.test(problem)) return "password";
  return /name/i.test(problem) ? "name" : "email";
}

/** Dialog in which an administrator creates an account without an invitation. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const { attempt } = useAction();
  const [draft, setDraft] = useState({ email: "", name: "", password: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const set = (changes: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const problemOf = (field: keyof typeof draft) =>
    problem !== null && fieldOfProblem(problem) === field ? problem : null;
  const add = async () => {
    const outcome = await attempt((call) =>
      call("POST", "/users", { email: draft.email.trim(), full_name: draft.name.trim(), password: draft.password }),
    );
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  const isReady = Object.values(draft).every((text) => text.trim() !== "");
  const submit = async () => isReady && (await add()) && onClose();
  return (
    <FormDialog title={strings.add} submitLabel={strings.addAct} canSubmit={isReady} onSubmit={add} onClose={onClose}>
      <SecondaryText>{strings.addMore}</SecondaryText>
      <PasswordForm username={draft.email} onSubmit={() => void submit()}>
        <Field
          label={words.pages.email}
          type="email"
          autoComplete="off"
          value={draft.email}
          problem={problemOf("email")}
          onChange={(email) => set({ email })}
        />
        <Field
          label={words.pages.name}
          autoComplete="off"
          value={draft.name}
          problem={problemOf("name")}
          onChange={(name) => set({ name })}
        />
        <Field
          label={strings.password}
          type="password"
          autoComplete="new-password"
          value={draft.password}
          problem={problemOf("password")}
          onChange={(password) => set({ password })}
        />
      </PasswordForm>
    </FormDialog>
  );
}
