import { Field } from "./field.tsx";

interface FilterFieldProps {
  /** Label for screen readers, also shown as the placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text field that filters a list. Enter is ignored, because it would submit the dialog that contains the field. */
export const FilterField = ({ label, ...rest }: FilterFieldProps) => (
  <Field
    {...rest}
    label={label}
    isLabelHidden
    placeholder={label}
    onKeyDown={(event) => {
      if (event.key === "Enter") event.preventDefault();
    }}
  />
);
