import type { ReactNode } from "react";
import styles from "../page.module.css";

interface PasswordFormProps {
  /** Whose password is in it: browsers that keep passwords want to know. */
  readonly username: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Fields with a password among them, which Enter sends as well. */
export const PasswordForm = ({ username, onSubmit, children }: PasswordFormProps) => (
  <form
    className={styles["form"]}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
    {children}
  </form>
);
