import type { ReactNode } from "react";
import styles from "../page.module.css";

interface PasswordFormProps {
  /** Name of the account that the password belongs to. Password managers need it. */
  readonly username: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form for a password field. Enter in the field submits the form. */
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
