import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField, type TextFieldProps } from "react-aria-components/TextField";
import styles from "./field.module.css";

interface FieldProps extends Omit<TextFieldProps, "className" | "style" | "children"> {
  readonly label: string;
  /** Explains what to enter. */
  readonly hint?: string;
  /** Error message. The field is marked as invalid while there is one. */
  readonly problem?: string | null;
  readonly placeholder?: string;
  /** Initial number of lines. If set, the user can enter several lines. */
  readonly rows?: number;
  readonly isLabelHidden?: boolean;
}

/** A text field of one or several lines. */
export function Field({ label, hint, problem, placeholder = "", rows, isLabelHidden = false, ...rest }: FieldProps) {
  const labelled = isLabelHidden ? { "aria-label": label } : {};
  return (
    <TextField
      {...rest}
      {...labelled}
      isInvalid={problem !== undefined && problem !== null}
      className={styles["field"] ?? ""}
    >
      {!isLabelHidden && <Label className={styles["label"] ?? ""}>{label}</Label>}
      {rows === undefined ? (
        <Input className={styles["input"] ?? ""} placeholder={placeholder} dir="auto" />
      ) : (
        <TextArea className={styles["input"] ?? ""} placeholder={placeholder} rows={rows} dir="auto" />
      )}
      {hint !== undefined && (
        <Text slot="description" className={styles["hint"] ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles["problem"] ?? ""}>{problem}</FieldError>
    </TextField>
  );
}
