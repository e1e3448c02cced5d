import type { ReactNode } from "react";
import styles from "../page.module.css";

interface PasswordFormProps {
  /** The account that the password belongs to, for the browser's password manager. */
  readonly username: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form with a password field, which Enter submits as well. */
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
